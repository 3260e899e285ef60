import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

struct PasskeyEnroll: ToolCommand {
  static let name = "passkey enroll"
  static let abstract: Text = "Enroll a passkey for the account."
  static let discussion = """
    At a terminal, usher opens a page, and your browser creates the passkey, on this machine, on your phone or on a \
    security key. --security-key uses a security key without a browser. --key-file makes a passkey for scripts.
    """
  static let manual = """
    A key file contains the private key of its passkey, and works at its project only. Whoever has the file can sign in to the account without \
    another factor. Keep it as you keep a password, and remove the passkey if others may have seen the file:

      usher passkey remove NAME

    usher creates the file so that only you can read it, and does not replace an existing file. Several jobs can \
    use one file at the same time. If usher is killed, it can leave a file whose passkey is not enrolled. Delete \
    the file if usher passkey list does not show its credential_id.

      usher passkey enroll --key-file ci-key.json --name "CI of the shop"
      usher signin passkey --key-file ci-key.json
    """
  static let arguments: [Argument<Self>] =
    [
      .option(
        \.displayName, "name", value: "NAME",
        help: "The passkey's name; by default the name of the key file or authenticator.")
    ] + Argument.set(\.authenticator) + Argument.set(\.browser)
  static let examples = [
    Example("usher passkey enroll", "Create a passkey in the browser."),
    Example("usher passkey enroll --key-file ci-key.json", "Make a passkey for scripts."),
  ]

  var displayName: String?
  var authenticator = PasskeyOptions()
  var browser = BrowserOptions()

  struct Result: CommandResult {
    var passkey: PasskeyInfo
    var account: AccountResult
    var session: SessionResult
  }

  func report(in context: Context) throws -> Report<Result> {
    let name = try displayName.map { try FactorName.check($0) }
    let flow = try context.sessions.flow()
    let authenticator = try authenticator.authenticator(
      isNew: true, browser, person: context.person, service: context.service)
    let enrolling = PasskeyEnrolling(flow)
    let request: PasskeyRegistrationRequest
    do {
      request = try context.engine(flow).withRecentSignIn { try enrolling.request() }
    } catch {
      authenticator.abandon()
      throw error
    }
    let (passkey, session) = try authenticator.register(request) { registration in
      try enrolling.finish(registration, name: name ?? authenticator.defaultName)
    }
    return .done(
      Result(passkey: passkey, account: AccountResult(session), session: SessionResult(session)),
      "Enrolled the passkey \(passkey.title) for \(session.title).")
  }
}

struct PasskeyList: ToolCommand {
  static let name = "passkey list"
  static let abstract: Text = "List the account's passkeys."
  static let examples = [
    Example("usher passkey list", "Show number, name and id of each."),
    Example("usher passkey list --json", "The same for a script."),
  ]

  struct Result: CommandResult {
    var passkeys: [PasskeyInfo]
  }

  func report(in context: Context) throws -> Report<Result> {
    let saved = try AccountUse(try context.sessions.flow()).reloaded()
    let passkeys = saved.account.passkeys ?? []
    let lines: [Text] = passkeys.enumerated().map { Text("\($0 + 1)) \($1.title), id \($1.credentialID)") }
    return Report(
      .ok, Result(passkeys: passkeys),
      lines: lines.isEmpty ? ["\(saved.title) has no passkey."] : lines,
      notes: lines.isEmpty ? context.next.lines("To enroll one", ["usher", "passkey", "enroll"]) : [])
  }
}

struct PasskeyRemove: ToolCommand {
  static let name = "passkey remove"
  static let abstract: Text = "Remove a passkey from the account."
  static let discussion = """
    The authenticator keeps the passkey until you delete it there. usher asks first, unless you give --yes.
    """
  static let arguments: [Argument<Self>] = [
    .positional(
      \.passkey, "passkey",
      help: "The passkey's id, an id prefix, its name, or its number in passkey list.", required: false)
  ]
  static let examples = [Example("usher passkey remove laptop --yes", "Remove the passkey called laptop.")]

  var passkey: String?

  func report(in context: Context) throws -> Report<SignedInResult> {
    guard passkey != nil || context.person.isInteractive else {
      throw UsageError.misuse(
        "PASSKEY is missing", hint: Hint("see the passkeys", ["usher", "passkey", "list"]))
    }
    let flow = try context.sessions.flow()
    let use = AccountUse(flow)
    let saved = try use.reloaded()
    let chosen = try chosen(among: saved.account.passkeys ?? [], of: saved, by: context.person)
    try context.destruction.confirm("Remove the passkey \(chosen.title) from \(saved.title)?")
    let after = try context.engine(flow).withRecentSignIn {
      try use.saved { auth throws(AuthFailure) in
        guard auth.currentUser?.uid == saved.uid else { throw .userMismatch }
        return try auth.unenroll(passkey: chosen.credentialID)
      }
    }
    return .done(SignedInResult(after), "Removed the passkey \(chosen.title) from \(after.title).")
  }

  private func chosen(
    among passkeys: [PasskeyInfo], of session: SavedSession, by person: Person
  ) throws -> PasskeyInfo {
    guard !passkeys.isEmpty else {
      throw Diagnosis(.noSuchPasskey, "\(session.title) has no passkey")
    }
    guard let passkey else {
      if passkeys.count == 1 { return passkeys[0] }
      return try person.choose("Which passkey?", among: passkeys) { Text(verbatim: $0.title) }
    }
    var found = passkeys.filter { $0.credentialID == passkey }
    if found.isEmpty { found = passkeys.filter { $0.name == passkey } }
    if found.isEmpty, let number = Int(passkey), passkeys.indices.contains(number - 1) {
      found = [passkeys[number - 1]]
    }
    if found.isEmpty, !passkey.isEmpty { found = passkeys.filter { $0.credentialID.hasPrefix(passkey) } }
    guard found.count == 1 else {
      let name = SafeText.brief(passkey)
      throw Diagnosis(
        .noSuchPasskey,
        found.isEmpty
          ? "no passkey of the account is called '\(name)'"
          : "more than one passkey of the account is called '\(name)'",
        hint: Hint("see the passkeys", ["usher", "passkey", "list"]))
    }
    return found[0]
  }
}

struct SignInPasskey: ToolCommand {
  static let name = "signin passkey"
  static let abstract: Text = "Sign in with a passkey."
  static let discussion = """
    At a terminal, usher opens a page, and your browser uses the passkey. In a script, use a key file that \
    usher passkey enroll --key-file made. If the authenticator verifies you, by a PIN or a fingerprint for \
    example, no second factor follows. A key file always counts as verified.
    """
  static let arguments: [Argument<Self>] = Argument.set(\.authenticator) + Argument.set(\.secondFactor)
  static let examples = [
    Example("usher signin passkey", "Sign in with a passkey of the browser."),
    Example("usher signin passkey --key-file ci-key.json", "Sign in from a script."),
  ]

  var authenticator = PasskeyOptions()
  var secondFactor = FactorOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try authenticator.report(for: .signIn, secondFactor, in: context)
  }
}

struct ReauthPasskey: ToolCommand {
  static let name = "reauth passkey"
  static let abstract: Text = "Re-authenticate with a passkey of the account."
  static let arguments: [Argument<Self>] = Argument.set(\.authenticator) + Argument.set(\.secondFactor)
  static let examples = [
    Example("usher reauth passkey", "Re-authenticate with a passkey of the browser."),
    Example("usher reauth passkey --key-file ci-key.json", "Re-authenticate from a script."),
  ]

  var authenticator = PasskeyOptions()
  var secondFactor = FactorOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try authenticator.report(for: .reauthenticate, secondFactor, in: context)
  }
}

extension PasskeyOptions {
  /// Signs in or re-authenticates with a passkey.
  fileprivate func report(
    for purpose: CredentialPurpose, _ secondFactor: FactorOptions, in context: Context
  ) throws -> Report<StepResult> {
    let flow = try context.sessions.flow(verifying: secondFactor.appVerification)
    try flow.refuseShadowed(by: purpose)
    var asker = CommandAsker(context, flow)
    asker.passkey = self
    asker.secondFactor = try secondFactor.read(context.world.standardInput)
    return try StepReports.of(asker) { try $0.by(CredentialRequest(.passkey, for: purpose)) }
  }
}

extension PasskeyInfo {
  var title: String { "\"\(SafeText.brief(name ?? ""))\"" }
}
