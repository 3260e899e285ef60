import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit

struct Reauth: ToolCommand {
  static let name = "reauth"
  static let abstract: Text = "Re-authenticate the signed-in user."
  static let discussion = """
    Some changes need a recent sign-in. By default, usher uses the session's sign-in method, or another one of \
    the account. reauth phone, password, email-link, idp and passkey choose one. usher refuses the credential of another \
    account and keeps the session.

    reauth google is short for reauth idp google, and takes its options.
    """
  static let arguments: [Argument<Self>] =
    [.provider(\.provider)] + Argument.set(\.password) + Argument.set(\.identity)
  static let examples = [
    Example("usher reauth", "Re-authenticate with the method you signed in with."),
    Example("usher reauth google", "Re-authenticate with Google, in the browser."),
  ]

  var provider: String?
  var password = PasswordOptions()
  var identity = IdentityOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    if let provider {
      try ProviderChoice.refuseOther(provider, after: Self.name)
      if password.isGiven { throw UsageError.misuse("a provider needs no password") }
      return try identity.report(at: provider, for: .reauthenticate, in: context)
    }
    try identity.refuse(after: Self.name)
    let flow = try context.sessions.flow()
    try flow.refuseShadowed(by: .reauthenticate)
    guard let saved = try flow.state.read()[flow.key] else { throw try NotSignedIn(flow) }
    guard context.person.isInteractive else { return try reportWithoutTerminal(saved, flow, in: context) }
    var asker = CommandAsker(context, flow)
    asker.password = password
    guard let progress = try Engine(flow, asking: asker).reauthenticate(saved) else {
      throw nothingToAskFor(saved, flow)
    }
    return try StepReports(asker: asker).report(progress)
  }

  /// Uses the session's method, if it needs no person.
  private func reportWithoutTerminal(
    _ session: SavedSession, _ flow: FlowSession, in context: Context
  ) throws -> Report<StepResult> {
    switch try session.reauthenticationMethods({ try flow.auth().signInMethods(forEmail: $0) }).first {
    case .phone: return try StepReports.of(CommandAsker(context, flow)) { try $0.byPhone(.reauthenticate) }
    case .emailLink: return try MailOptions().report(for: .credential(.reauthenticate), in: context)
    case .password: return try password.report(for: .reauthenticate, nil, in: context)
    case .provider(let id):
      throw UsageError.misuse(
        "there is no terminal to sign in at \(IdentityProvider(id).name) from",
        hint: Hint(
          "pass its token",
          template: ["usher", "reauth", "idp", id, "--id-token-file", "FILE"] + flow.key.option))
    case .passkey:
      throw UsageError.misuse(
        "there is no terminal to use a passkey from",
        hint: Hint(
          "use a key file", template: ["usher", "reauth", "passkey", "--key-file", "FILE"] + flow.key.option))
    case nil: throw nothingToAskFor(session, flow)
    }
  }

  private func nothingToAskFor(_ session: SavedSession, _ flow: FlowSession) -> UsageError {
    .misuse(
      "a session by \(session.tokens.idToken.signInProvider) cannot be re-authenticated",
      hint: session.signInAnew(in: flow.key))
  }
}

struct ReauthPhone: ToolCommand {
  static let name = "reauth phone"
  static let abstract: Text = "Re-authenticate with a code sent to the account's phone."
  static let sameAs: String? = "verify-phone --reauth"
  static let arguments = Argument<Self>.set(\.phone)
  static let examples = [Example("usher reauth phone", "Send a code to the account's number.")]

  var phone = PhoneOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try phone.report(for: .reauthenticate, in: context)
  }
}

struct ReauthEmailLink: ToolCommand {
  static let name = "reauth email-link"
  static let abstract: Text = "Re-authenticate with an e-mail link."
  static let sameAs: String? = "send-link --reauth"
  static let arguments = Argument<Self>.set(\.mail)
  static let examples = [Example("usher reauth email-link", "Mail a link to the account's address.")]

  var mail = MailOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try mail.report(for: .credential(.reauthenticate), in: context)
  }
}

struct ReauthPassword: ToolCommand {
  static let name = "reauth password"
  static let abstract: Text = "Re-authenticate with the account's password."
  static let arguments = Argument<Self>.set(\.password) + Argument.set(\.secondFactor)
  static let examples = [Example("usher reauth password", "Re-authenticate; usher asks for the password.")]

  var password = PasswordOptions()
  var secondFactor = FactorOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try password.report(for: .reauthenticate, nil, secondFactor, in: context)
  }
}

struct ReauthIdp: ToolCommand {
  static let name = "reauth idp"
  static let abstract: Text = "Re-authenticate with an identity provider, such as Google."
  static let arguments: [Argument<Self>] = [.provider(\.provider)] + Argument.set(\.identity)
  static let examples = [
    Example("usher reauth idp google", "Re-authenticate with Google, in the browser."),
    Example("usher reauth idp google.com --id-token-file token.txt", "Re-authenticate by a Google ID token."),
  ]

  var provider: String?
  var identity = IdentityOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try identity.report(at: provider, for: .reauthenticate, in: context)
  }
}
