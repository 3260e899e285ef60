import AuthClient
import CommandKit
import Essentials

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
    let state = try context.savedState()
    let session = try context.sessionKey(in: state)
    guard let saved = state[session] else { throw AuthError.noCurrentUser }
    switch way(of: saved) {
    case "phone": return try ReauthPhone().report(in: context)
    case "password" where state[session.binding].lastMethod == "email-link":
      return try ReauthEmailLink().report(in: context)
    case "password": return try ReauthPassword().report(in: context)
    case let provider?:
      throw UsageError.misuse(
        "a session by \(provider) cannot be proved again by itself",
        hint: "choose a way: phone, password, email-link or idp")
    case nil: throw AuthError.noCurrentUser
    }
  }

  /// How the session was signed in to, or what is left of the account where that is gone.
  private func way(of session: SavedSession) -> String? {
    let left = session.account.providers
    guard let way = session.signInProvider, ["phone", "password", "anonymous"].contains(way),
      !left.contains(way)
    else { return session.signInProvider }
    return left.first { $0 == "phone" || $0 == "password" } ?? way
  }
}

struct ReauthPhone: ToolCommand {
  static let name = "reauth phone"
  static let abstract = "Prove again who is there, by a code to the account's phone."
  static let arguments = Argument<Self>.set(\.verify)
  static let examples = [Example("usher reauth phone", "Send a code to the account's number.")]

  var verify = VerifyPhone()

  func report(in context: Context) throws -> Report<StepResult> {
    var verify = verify
    verify.reauthenticate = true
    return try verify.report(in: context)
  }
}

struct ReauthEmailLink: ToolCommand {
  static let name = "reauth email-link"
  static let abstract = "Prove again who is there, by a mailed link."
  static let arguments = Argument<Self>.set(\.send)
  static let examples = [Example("usher reauth email-link", "Mail a link to the account's address.")]

  var send = SendLink()

  func report(in context: Context) throws -> Report<StepResult> {
    var send = send
    send.reauthenticate = true
    return try send.report(in: context)
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
