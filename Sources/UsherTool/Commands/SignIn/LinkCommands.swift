import AuthClient
import CommandKit
import Essentials

struct LinkPhone: ToolCommand {
  static let name = "link phone"
  static let abstract = "Make a phone number another way in to the account."
  static let arguments = Argument<Self>.set(\.verify)
  static let examples = [Example("usher link phone '+1 650-555-0123'", "Add this number.")]

  var verify = VerifyPhone()

  func report(in context: Context) throws -> Report<StepResult> {
    var verify = verify
    verify.link = true
    return try verify.report(in: context)
  }
}

struct LinkEmailLink: ToolCommand {
  static let name = "link email-link"
  static let abstract = "Make an e-mail address another way in to the account, by a mailed link."
  static let arguments = Argument<Self>.set(\.send)
  static let examples = [
    Example("usher link email-link kim@example.com", "Mail the link that adds the address.")
  ]

  var send = SendLink()

  func report(in context: Context) throws -> Report<StepResult> {
    var send = send
    send.link = true
    return try send.report(in: context)
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
  static let discussion = "Taking password away takes sign-in by link away too, and asks first."
  static let arguments: [Argument<Self>] = [
    .positional(\.provider, "provider", help: "The way in: phone, password, google.com; whoami shows them.")
  ]
  static let examples = [Example("usher unlink phone", "Take the phone number away.")]

  var provider = ""

  func report(in context: Context) throws -> Report<SignedInResult> {
    let change = AccountUse(context: context)
    if provider == "password" {
      try context.confirm("Take the password away, and sign-in by e-mail link with it?")
    }
    return try change.report("Took \(provider) away.") { auth throws(AuthError) in
      try auth.unlink(fromProvider: provider)
    }
  }
}
