import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit

struct SignInPhone: ToolCommand {
  static let name = "signin phone"
  static let abstract = "Sign in with a phone number (the same as verify-phone)."
  static let arguments = Argument<Self>.set(\.phone)
  static let examples = [Example("usher signin phone '+1 650-555-3434'", "Sign in with this number.")]

  var phone = PhoneOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try phone.report(for: .signIn, in: context)
  }
}

struct SignInEmailLink: ToolCommand {
  static let name = "signin email-link"
  static let abstract = "Sign in with an e-mail link (the same as send-link)."
  static let arguments = Argument<Self>.set(\.mail)
  static let examples = [Example("usher signin email-link kim@example.com", "Send a sign-in link.")]

  var mail = MailOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try mail.report(for: .credential(.signIn), in: context)
  }
}

struct SignInPassword: ToolCommand {
  static let name = "signin password"
  static let abstract = "Sign in with an e-mail address and a password."
  static let arguments: [Argument<Self>] =
    [.option(\.email, "email", value: "EMAIL", help: "The account's address.")] + Argument.set(\.password)
    + Argument.set(\.secondFactor)
  static let examples = [
    Example("usher signin password --email kim@example.com", "Ask for the password and sign in."),
    Example("usher signin password --email kim@example.com --password-file pw.txt", "Sign in from a script."),
    Example(
      "usher signin password --email kim@example.com --password-file pw.txt --totp-secret-file totp.txt",
      "Sign in with both factors in one command."),
  ]

  var email: String?
  var password = PasswordOptions()
  var secondFactor = FactorOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try PasswordConversation(
      person: context.person, service: context.service,
      flow: try context.sessions.flow(verifying: secondFactor.appVerification),
      purpose: .signIn, password: password, secondFactor: secondFactor
    ).report(email)
  }
}

struct SignInAnonymous: ToolCommand {
  static let name = "signin anonymous"
  static let abstract = "Sign in anonymously; providers linked later keep the uid."
  static let examples = [Example("usher signin anonymous", "Create an anonymous account.")]

  func report(in context: Context) throws -> Report<StepResult> {
    let flow = try context.sessions.flow()
    try flow.refuseShadowed(by: .signIn)
    return try StepReports(person: context.person, service: context.service, flow: flow).report(
      try flow.signInAnonymously())
  }
}

struct SignInIdp: ToolCommand {
  static let name = "signin idp"
  static let abstract = "Sign in with an identity provider, like Google, in the browser or by its token."
  static let discussion = """
    signin google is short for signin idp google.

    Opens a browser at the provider and finishes when it comes back, to http://127.0.0.1:PORT/callback. Without a \
    browser here, open the address that is shown on any machine, and paste the one that it ends at.

    A real project has to authorize the domain 127.0.0.1, and the callback's address has to be registered with the \
    provider: its port is 8123 unless --listen or the profile's provider-listen says another. Microsoft and Facebook \
    take localhost in place of 127.0.0.1; Apple and SAML providers take neither.

    On a local server a page asks whose identity it is; --identity answers it.

    With --show-provider-token a sign-in that still needs a second factor (exit status 3) prints the provider's \
    tokens at once: usher does not keep them, and the command that finishes the sign-in cannot show them again.
    """
  static let arguments: [Argument<Self>] = [.provider(\.provider)] + Argument.set(\.identity)
  static let examples = [
    Example("usher signin idp google", "Sign in with Google, in the browser."),
    Example(
      "usher signin idp github --scope repo --show-provider-token", "Get GitHub's access token along with it."
    ),
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
