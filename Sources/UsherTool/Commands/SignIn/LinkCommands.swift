import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

struct Link: ToolCommand {
  static let name = "link"
  static let abstract: Text = "Link a sign-in provider to the account."
  static let discussion = """
    link google is short for link idp google, and takes its options. At a terminal, usher link asks what to \
    link.
    """
  static let arguments: [Argument<Self>] = [.provider(\.provider)] + Argument.set(\.identity)
  static let examples = [
    Example("usher link google", "Link a Google account, in the browser."),
    Example("usher link", "Choose what to link."),
  ]

  var provider: String?
  var identity = IdentityOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    if let provider {
      try ProviderChoice.refuseOther(provider, after: Self.name)
      return try identity.report(at: provider, for: .link, in: context)
    }
    try identity.refuse(after: Self.name)
    guard context.person.isInteractive else {
      throw UsageError.misuse(
        "the provider to link is missing",
        hint: Hint(
          "name it: \(Text(anyOf: ["phone", "email-link", "password"] + IdentityProvider.typedWords))"))
    }
    try context.place.sayWhichServer(to: context.person)
    let known = IdentityProvider.offered
    let choice = try context.person.terminal.choose(
      "What do you want to link?",
      from: [Text("phone"), "e-mail link", Text("password")] + known.map { Text(verbatim: $0.name) },
      within: context.person.waitLimit)
    switch choice {
    case 0:
      return try StepReports.of(CommandAsker(context, try context.sessions.flow())) { try $0.byPhone(.link) }
    case 1: return try MailOptions().report(for: .credential(.link), in: context)
    case 2:
      return try PasswordOptions().report(for: .link, nil, in: context)
    default: return try identity.report(at: known[choice - 3].id, for: .link, in: context)
    }
  }
}

struct LinkPhone: ToolCommand {
  static let name = "link phone"
  static let abstract: Text = "Link a phone number to the account."
  static let sameAs: String? = "verify-phone --link"
  static let arguments = Argument<Self>.set(\.phone)
  static let examples = [Example("usher link phone '+1 650-555-0123'", "Link this number.")]

  var phone = PhoneOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try phone.report(for: .link, in: context)
  }
}

struct LinkEmailLink: ToolCommand {
  static let name = "link email-link"
  static let abstract: Text = "Link an e-mail address to the account, with an e-mail link."
  static let sameAs: String? = "send-link --link"
  static let arguments = Argument<Self>.set(\.mail)
  static let examples = [
    Example("usher link email-link kim@example.com", "Send the link that links the address.")
  ]

  var mail = MailOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try mail.report(for: .credential(.link), in: context)
  }
}

struct LinkPassword: ToolCommand {
  static let name = "link password"
  static let abstract: Text = "Link an e-mail address and a password to the account."
  static let arguments: [Argument<Self>] =
    [.option(\.email, "email", value: "EMAIL", help: "The address; by default the account's own.")]
    + Argument.set(\.password)
    + [.recaptchaTokenFile(\.secondFactor.appVerification.recaptchaTokenFile)]
    + Argument.set(\.secondFactor.appVerification.browser)
  static let examples = [
    Example("usher link password --email kim@example.com", "Link a password; usher asks for it.")
  ]

  var email: String?
  var password = PasswordOptions()
  var secondFactor = FactorOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try password.report(for: .link, email, secondFactor, in: context)
  }
}

struct LinkIdp: ToolCommand {
  static let name = "link idp"
  static let abstract: Text = "Link an identity provider, such as Google, to the account."
  static let discussion = """
    It opens the provider's page in a browser, unless you give the provider's token. If another account has the \
    provider's address, a sign-in leaves a pending step. Sign in to that account, then link the provider with \
    --pending.
    """
  static let arguments: [Argument<Self>] =
    [.provider(\.provider)] + Argument.set(\.identity) + [
      .option(
        \.pending, "pending", value: "ID", help: "Link the identity that this pending step keeps.",
        completion: .live(.pending))
    ]
  static let examples = [
    Example("usher link idp google", "Link a Google account, in the browser."),
    Example("usher link idp google.com --id-token-file token.txt", "Link a Google account, by its token."),
    Example("usher link idp --pending p8", "Link the identity of an earlier sign-in."),
  ]

  var provider: String?
  var identity = IdentityOptions()
  var pending: String?

  func report(in context: Context) throws -> Report<StepResult> {
    guard let pending else { return try identity.report(at: provider, for: .link, in: context) }
    if provider != nil || identity.tokens.isGiven || identity.identity != nil {
      throw UsageError.misuse("--pending does not go with a provider: the step has one")
    }
    if let option = identity.optionOfQuestion {
      throw UsageError.misuse("\(option) does not go with --pending, which asks no provider")
    }
    var others = identity
    others.showsProviderToken = false
    guard others == IdentityOptions() else {
      throw UsageError.misuse(
        "of the sign-in options, only --show-provider-token goes with --pending")
    }
    let here = try context.sessions.flow()
    let (_, step) = try PendingSteps(here).find(pending) { $0.identity != nil }
    guard let kept = step.identity else {
      throw UsageError.misuse(
        "step \(step.id.rawValue) is not a sign-in at a provider that can be linked",
        hint: Hint("see the pending steps", ["usher", "pending", "list"]))
    }
    // The user may have signed in under another session name than the one saved in the step.
    guard try here.current() != nil else { throw try NotSignedIn(here) }
    let link = IdentityLink(here, linking: kept.credential, of: kept.email, finishing: step)
    var asker = CommandAsker(context, here)
    asker.provider.showsTokens = identity.showsProviderToken
    return try StepReports.of(asker) { engine in
      try engine.finish(try engine.withRecentSignIn { try link.finish() })
    }
  }
}

struct Unlink: ToolCommand {
  static let name = "unlink"
  static let abstract: Text = "Unlink a sign-in provider from the account."
  static let discussion = """
    If you unlink password, you also lose sign-in by e-mail link. usher asks before that, and before it unlinks \
    the last provider. Apple requires apps to revoke their tokens when users leave.
    """
  static let arguments: [Argument<Self>] = [
    .positional(
      \.provider, "provider", help: "The provider, such as phone, password or google; whoami lists them.",
      completion: .live(.provider)),
    .option(
      \.revocationCode, "revoke-code-file", value: "FILE",
      help:
        "First revoke the app's tokens at Apple, with the authorization code in this file; - is standard input.",
      completion: .secretFile),
  ]
  static let examples = [
    Example("usher unlink phone", "Remove the phone number."),
    Example("usher unlink apple --revoke-code-file code.txt", "Revoke the app's tokens at Apple, too."),
  ]

  var provider = ""
  var revocationCode: String?

  func report(in context: Context) throws -> Report<SignedInResult> {
    let flow = try context.sessions.flow()
    let use = AccountUse(flow)
    let identityProvider = IdentityProvider(provider)
    let (provider, name) = (identityProvider.id, identityProvider.name)
    if revocationCode != nil, provider != IdentityProvider.apple.id {
      throw UsageError.misuse("--revoke-code-file is only for apple")
    }
    let before = try use.reloaded()
    if before.account.providers == [provider] {
      try context.destruction.confirm(
        "Unlink \(name), the only sign-in method of the account? Then nobody can sign in to it.")
    } else if provider == "password" {
      try context.destruction.confirm("Unlink the password? This also removes sign-in by e-mail link.")
    }
    if let revocationCode {
      guard before.account.providers.contains(provider) else { throw AuthFailure.noSuchProvider(provider) }
      try revoke(withCode: revocationCode, of: before.uid, flow, context.world.standardInput)
    }
    let session: SavedSession
    do {
      session = try context.engine(flow).withRecentSignIn {
        try use.saved { auth throws(AuthFailure) in
          guard auth.currentUser?.uid == before.uid else { throw .userMismatch }
          return try auth.unlink(fromProvider: provider)
        }
      }
    } catch  where revocationCode != nil {
      // Apple takes a code once.
      var diagnosis = Diagnosis(error, now: context.world.now())
      let again = Hint(
        "unlink it without the code", ["usher", "unlink", identityProvider.word] + flow.key.option
      )
      .because("the tokens at Apple are revoked")
      diagnosis.hint = diagnosis.hint.map { again.then($0) } ?? again
      throw diagnosis
    }
    return .done(
      SignedInResult(session),
      lines: (revocationCode == nil ? [] : ["Revoked the tokens at Apple."]) + [Text("Unlinked \(name).")])
  }

  /// Revokes the app's tokens at Apple.
  private func revoke(withCode file: String, of uid: String, _ flow: FlowSession, _ input: FileInput) throws {
    let code = try input.text(of: file, line: true)
    let current = try flow.renewed()
    guard current.saved.uid == uid else { throw AuthFailure.userMismatch }
    try flow.auth(current.saved.user).revokeToken(code, .code)
  }
}
