import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit

struct Reauth: ToolCommand {
  static let name = "reauth"
  static let abstract = "Prove again that the signed-in person is there."
  static let discussion = """
    Some changes want a recent sign-in. Proves by the way in that the session was signed in with, or another \
    where the account has lost that one; reauth phone, password, email-link and idp choose one. Another \
    account is refused, and the session stays.
    """
  static let examples = [Example("usher reauth", "Prove it the way you signed in.")]

  func report(in context: Context) throws -> Report<StepResult> {
    let flow = try context.flow()
    try flow.refuseShadowed(by: .reauthenticate)
    let state = try flow.state.read()
    guard let saved = state[flow.key] else { throw try NotSignedIn(flow) }
    switch SignInMethods.reauthentication(of: saved) {
    case "phone": return try PhoneOptions().report(for: .reauthenticate, in: context)
    case "password" where state[flow.binding].lastMethod == "email-link":
      return try MailOptions().report(for: .credential(.reauthenticate), in: context)
    case "password":
      return try PasswordSignIn(email: nil, password: PasswordOptions(), purpose: .reauthenticate)
        .report(in: context)
    case let provider:
      throw UsageError.misuse(
        "a session by \(provider) cannot be proved again by itself",
        hint: "choose a way: phone, password, email-link or idp")
    }
  }
}

struct ReauthPhone: ToolCommand {
  static let name = "reauth phone"
  static let abstract = "Prove again who is there, by a code to the account's phone."
  static let arguments = Argument<Self>.set(\.phone)
  static let examples = [Example("usher reauth phone", "Send a code to the account's number.")]

  var phone = PhoneOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try phone.report(for: .reauthenticate, in: context)
  }
}

struct ReauthEmailLink: ToolCommand {
  static let name = "reauth email-link"
  static let abstract = "Prove again who is there, by a mailed link."
  static let arguments = Argument<Self>.set(\.mail)
  static let examples = [Example("usher reauth email-link", "Mail a link to the account's address.")]

  var mail = MailOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try mail.report(for: .credential(.reauthenticate), in: context)
  }
}

struct ReauthPassword: ToolCommand {
  static let name = "reauth password"
  static let abstract = "Prove again who is there, by the account's password."
  static let arguments = Argument<Self>.set(\.password) + Argument.set(\.secondFactor)
  static let examples = [Example("usher reauth password", "Ask for the password.")]

  var password = PasswordOptions()
  var secondFactor = FactorOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try PasswordSignIn(
      email: nil, password: password, purpose: .reauthenticate, secondFactor: secondFactor
    ).report(in: context)
  }
}

struct ReauthIdp: ToolCommand {
  static let name = "reauth idp"
  static let abstract = "Prove again who is there, by an identity provider's token."
  static let arguments = Argument<Self>.set(\.identity)
  static let examples = [
    Example("usher reauth idp google.com --id-token-file token.txt", "Prove it with Google.")
  ]

  var identity = IdentityOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try identity.report(for: .reauthenticate, in: context)
  }
}
