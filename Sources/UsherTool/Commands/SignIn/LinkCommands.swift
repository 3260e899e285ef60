import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit

struct LinkPhone: ToolCommand {
  static let name = "link phone"
  static let abstract = "Make a phone number another way in to the account."
  static let arguments = Argument<Self>.set(\.phone)
  static let examples = [Example("usher link phone '+1 650-555-0123'", "Add this number.")]

  var phone = PhoneOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try phone.report(for: .link, in: context)
  }
}

struct LinkEmailLink: ToolCommand {
  static let name = "link email-link"
  static let abstract = "Make an e-mail address another way in to the account, by a mailed link."
  static let arguments = Argument<Self>.set(\.mail)
  static let examples = [
    Example("usher link email-link kim@example.com", "Mail the link that adds the address.")
  ]

  var mail = MailOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try mail.report(for: .credential(.link), in: context)
  }
}

struct LinkPassword: ToolCommand {
  static let name = "link password"
  static let abstract = "Give the account an address and a password."
  static let arguments: [Argument<Self>] =
    [.option(\.email, "email", value: "EMAIL", help: "The address; the account's own unless told.")]
    + Argument.set(\.password)
  static let examples = [
    Example("usher link password --email kim@example.com", "Ask for a password and add it.")
  ]

  var email: String?
  var password = PasswordOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try PasswordSignIn(email: email, password: password, purpose: .link).report(in: context)
  }
}

struct LinkIdp: ToolCommand {
  static let name = "link idp"
  static let abstract = "Make an identity provider another way in to the account."
  static let arguments = Argument<Self>.set(\.identity)
  static let examples = [
    Example("usher link idp google.com --id-token-file token.txt", "Add a Google account.")
  ]

  var identity = IdentityOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try identity.report(for: .link, in: context)
  }
}

struct Unlink: ToolCommand {
  static let name = "unlink"
  static let abstract = "Take a way in away from the account."
  static let discussion =
    "Taking password away takes sign-in by link away too. Asks first, as for the only way in that is left."
  static let arguments: [Argument<Self>] = [
    .positional(\.provider, "provider", help: "The way in: phone, password, google.com; whoami shows them.")
  ]
  static let examples = [Example("usher unlink phone", "Take the phone number away.")]

  var provider = ""

  func report(in context: Context) throws -> Report<SignedInResult> {
    let use = AccountUse(try context.flow())
    if SignInMethods.isOnly(provider, of: try use.reloaded()) {
      try context.confirm(
        "Unlink \(provider), the only sign-in method of the account? Nobody can sign in to it then.")
    } else if provider == "password" {
      try context.confirm("Take the password away, and sign-in by e-mail link with it?")
    }
    let session = try use.saved { auth throws(AuthError) in try auth.unlink(fromProvider: provider) }
    return Report(
      .ok, SignedInResult(session), lines: ["Took \(provider) away."], isConfirmation: true)
  }
}
