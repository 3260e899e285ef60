import AuthClient
import Essentials
import Flows

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

/// An account in a result: all that is saved of it, the numbers of its second factors masked.
struct AccountResult: Codable, Sendable {
  var uid: String
  var account: Account

  init(_ session: SavedSession) {
    uid = session.uid
    account = session.account
    // A state file of an earlier version does not have them.
    account.passkeys = account.passkeys ?? []
  }

  private enum CodingKeys: CodingKey {
    case uid, mfa
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    uid = try members.decode(String.self, forKey: .uid)
    account = try Account(from: decoder)
    _ = try members.decode([FactorResult].self, forKey: .mfa)
  }

  /// What is encoded last replaces what the account says of its factors itself.
  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(uid, forKey: .uid)
    try account.encode(to: encoder)
    try members.encode(account.factors.map(FactorResult.init), forKey: .mfa)
  }
}

struct FactorResult: Codable, Sendable {
  var id: String
  var type: String
  /// The number, masked; nil for other kinds.
  var hint: String?
  var name: String?
  var enrolledAt: Date?

  init(_ factor: EnrolledFactor) {
    id = factor.uid
    type = factor.type.rawValue
    hint = factor.hint
    name = factor.displayName
    enrolledAt = factor.enrolledAt
  }
}
