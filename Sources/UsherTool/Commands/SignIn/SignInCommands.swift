import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

struct SignInPhone: ToolCommand {
  static let name = "signin phone"
  static let abstract: Text = "Sign in with a phone number (alias of verify-phone)."
  static let sameAs: String? = "verify-phone"
  static let arguments = Argument<Self>.set(\.phone)
  static let examples = [Example("usher signin phone '+1 650-555-3434'", "Sign in with this number.")]

  var phone = PhoneOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try phone.report(for: .signIn, in: context)
  }
}

struct SignInEmailLink: ToolCommand {
  static let name = "signin email-link"
  static let abstract: Text = "Sign in with an e-mail link (alias of send-link)."
  static let sameAs: String? = "send-link"
  static let arguments = Argument<Self>.set(\.mail)
  static let examples = [Example("usher signin email-link kim@example.com", "Send a sign-in link.")]

  var mail = MailOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try mail.report(for: .credential(.signIn), in: context)
  }
}

struct SignInPassword: ToolCommand {
  static let name = "signin password"
  static let abstract: Text = "Sign in with an e-mail address and a password."
  static let discussion = """
    If you forgot the password, send a link that resets it:

      usher send-link kim@example.com --purpose reset-password
    """
  static let manual = """
    In a script, with both factors:

      usher signin password kim@example.com --password-file pw.txt \\
        --totp-secret-file totp.txt
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(\.address, "email", help: "The account's address.", required: false),
      .option(\.email, "email", value: "EMAIL", help: "The same as EMAIL."),
    ] + Argument.set(\.password) + Argument.set(\.secondFactor)
  static let examples = [
    Example("usher signin password kim@example.com", "Sign in; usher asks for the password."),
    Example("usher signin password kim@example.com --password-file pw.txt", "Sign in from a script."),
    Example(
      "usher signin password kim@example.com --totp-secret-file totp.txt",
      "Make the second factor's code from a file."),
  ]

  var address: String?
  var email: String?
  var password = PasswordOptions()
  var secondFactor = FactorOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    if address != nil, email != nil { throw UsageError.misuse("the address is given twice") }
    return try password.report(for: .signIn, address ?? email, secondFactor, in: context)
  }
}

struct SignInAnonymous: ToolCommand {
  static let name = "signin anonymous"
  static let abstract: Text = "Sign in anonymously; if you link a provider later, the uid stays the same."
  static let examples = [Example("usher signin anonymous", "Create an anonymous account.")]

  func report(in context: Context) throws -> Report<StepResult> {
    try StepReports.of(CommandAsker(context, try context.sessions.flow())) { try $0.signInAnonymously() }
  }
}

struct SignInIdp: ToolCommand {
  static let name = "signin idp"
  static let abstract: Text = "Sign in with an identity provider, such as Google."
  static let discussion = """
    signin google is short for signin idp google. usher opens the provider's page in a browser, and waits. If \
    this machine has no browser, open the address elsewhere, and paste the last address of the browser.

    On a local server, a page asks who you are; --identity answers it.
    """
  static let manual = """
    A real project must authorize the domain 127.0.0.1. Register this address as the callback with the provider:

      http://127.0.0.1:8123/callback

    --listen or the profile's provider-listen chooses another port. Microsoft and Facebook accept localhost \
    instead of 127.0.0.1. Apple and SAML providers accept neither.

    --show-provider-token prints the provider's tokens with the result. If the sign-in still needs a second \
    factor (exit status 3), usher prints them at once. It does not keep them, so the command that finishes the \
    sign-in cannot show them.

      usher signin idp github --scope repo --show-provider-token
    """
  static let arguments: [Argument<Self>] = [.provider(\.provider)] + Argument.set(\.identity)
  static let examples = [
    Example("usher signin idp google", "Sign in with Google, in the browser."),
    Example("usher signin idp google.com --id-token-file token.txt", "Sign in with a Google ID token."),
    Example(
      "usher signin idp google --identity kim@example.com", "Sign in on the local server, without a browser."),
  ]

  var provider: String?
  var identity = IdentityOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try identity.report(at: provider, for: .signIn, in: context)
  }
}

struct SignUp: ToolCommand {
  static let name = "signup"
  static let abstract: Text = "Create an account with an e-mail address and a password."
  static let arguments: [Argument<Self>] =
    [
      .positional(\.address, "email", help: "The new account's address.", required: false),
      .option(\.email, "email", value: "EMAIL", help: "The same as EMAIL."),
    ] + Argument.set(\.password)
    + [.recaptchaTokenFile(\.appVerification.recaptchaTokenFile)]
    + Argument.set(\.appVerification.browser)
  static let examples = [
    Example("usher signup kim@example.com", "Create an account; usher asks for a password.")
  ]

  var address: String?
  var email: String?
  var password = PasswordOptions()
  var appVerification = AppVerificationOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    if address != nil, email != nil { throw UsageError.misuse("the address is given twice") }
    // It is the method, as in signin password; an address is never one word of letters.
    if let address, address == "password" {
      throw UsageError.unexpectedArgument(address, suggestions: [Self.name])
    }
    let flow = try context.sessions.flow(verifying: appVerification)
    try flow.refuseShadowed(by: .signIn)
    try context.place.sayWhichServer(to: context.person)
    let email = try EmailAddress.read(address ?? email, from: context.person)
    var asker = CommandAsker(context, flow)
    asker.password = password
    return try StepReports.of(asker) { try $0.signUp(email) }
  }
}

struct SignIn: ToolCommand {
  static let name = "signin"
  static let abstract: Text = "Sign in with any method."
  static let discussion = """
    At a terminal, usher asks for a phone number, an e-mail address or a provider. Then it shows the account's \
    sign-in methods, and asks for the password or code. In a script, give a phone number, or name the \
    method: signin phone, email-link, password, passkey, anonymous, custom-token or idp.

    signin google is short for signin idp google. The options here are for providers; for other options, name \
    the method.
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(
        \.who, "who", help: "The number, address or provider; by default usher asks.", required: false,
        completion: .live(.who)
      ).inGroups(unless: PhoneNumber.isTyped)
    ] + Argument.set(\.identity)
  static let examples = [
    Example("usher signin", "Sign in; usher asks for a number or an address."),
    Example("usher signin kim@example.com", "Sign in to the account with this address."),
    Example("usher signin google", "Sign in with Google."),
    Example(
      "usher signin google --identity kim@example.com", "Sign in on the local server, without a browser."),
  ]

  var who: String?
  var identity = IdentityOptions()

  /// The result is that of the chosen method; an e-mail link's has the fields of all of them.
  func report(in context: Context) throws -> Report<StepResult> {
    // The user meant a word that is not a number, an address or a provider as a method.
    if let who, !Identifier.isLike(who) {
      throw ProviderChoice.unexpected(who, after: Self.name)
    }
    let provider = who.flatMap { IdentityProvider.isNamed(by: $0) ? $0 : nil }
    if provider == nil { try identity.refuse(after: Self.name, for: who) }
    guard context.person.isInteractive else {
      // The users of another program have no options.
      if context.next.host != nil { throw TerminalError.notATerminal }
      if let provider { return try identity.report(at: provider, for: .signIn, in: context) }
      return try report(on: who, in: context)
    }
    let flow = try context.sessions.flow(verifying: identity.secondFactor.appVerification)
    try flow.refuseShadowed(by: .signIn)
    try identity.refuseContradictions()
    var report = try StepReports.of(try identity.asker(flow, in: context)) { engine in
      try engine.signIn(as: try who.map { try Identifier(typed: $0) })
    }
    if report.result.created == .some(true) { report.lines.insert("Account created.", at: 0) }
    return report
  }

  /// Signs in where nobody can be asked: a number has one method. An address has several, so usher names them.
  private func report(on who: String?, in context: Context) throws -> Report<StepResult> {
    switch try who.map({ try Identifier(typed: $0) }) {
    case .phone?:
      var phone = PhoneOptions()
      phone.number = who
      return try phone.report(for: .signIn, in: context)
    case .email(let address)?:
      throw UsageError.misuse(
        "\(address.text) can sign in by password or by e-mail link",
        hint: Hint(
          "by password", template: ["usher", "signin", "password", address.text, "--password-file", "FILE"]
        ).then("by e-mail link", ["usher", "signin", "email-link", address.text]))
    default:
      throw UsageError.misuse(
        "the sign-in method is missing",
        hint: Hint("name one: \(Text(anyOf: ProviderChoice.methods[Self.name] ?? []))"))
    }
  }
}
