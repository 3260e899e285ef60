import AuthClient
import Essentials
import Flows

/// A session in a result.
struct SessionResult: Codable, Sendable {
  var expiresAt: Date
  var signedInAt: Date
  var signInProvider: String?
  var secondFactor: String?

  init(_ session: SavedSession) {
    expiresAt = session.tokens.expiresAt
    signedInAt = session.signedInAt
    signInProvider = session.tokens.idToken.signInProvider
    secondFactor = session.tokens.idToken.secondFactor
  }
}

/// Where a session comes from, in results.
enum SessionSource {
  /// It is saved here; any other word is the variable that gives it.
  static let saved = "saved"
}

/// One of several sessions in a result.
struct NamedSessionResult: Codable, Sendable {
  var name: String
  /// Whether commands act as it.
  var current: Bool
  var account: AccountResult
  var session: SessionResult

  init(_ session: SavedSession, named name: String, isCurrent: Bool) {
    self.name = name
    current = isCurrent
    account = AccountResult(session)
    self.session = SessionResult(session)
  }
}

/// The result of a command that leaves a user signed in.
struct SignedInResult: CommandResult {
  var account: AccountResult
  var session: SessionResult

  init(_ session: SavedSession) {
    account = AccountResult(session)
    self.session = SessionResult(session)
  }
}
