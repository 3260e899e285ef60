import Crypto
import Essentials

/// A challenge that an authenticator signs, once.
struct PasskeyChallenge: Sendable, Equatable {
  /// The row of the account that enrolls a passkey; nil for a sign-in.
  var account: Int64?
  var createdAt: Date
}

/// A row of `passkey_challenges`.
private struct PasskeyChallengeRow: Record {
  static let table: StaticString = "passkey_challenges"

  var id: Int64 = 0
  var project: Int64 = 0
  var hash: [UInt8] = []
  var challenge = PasskeyChallenge(account: nil, createdAt: .distantPast)

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &id, .id)
    try row.column("project", &project)
    try row.column("hash", &hash)
    try row.column("account", &challenge.account)
    try row.column("created_at", &challenge.createdAt)
  }
}

extension Transaction {
  func insert(_ challenge: PasskeyChallenge, of bytes: [UInt8], project: Int64) throws(StorageFailure) {
    try connection.insert(
      PasskeyChallengeRow(project: project, hash: Digest.sha256(bytes), challenge: challenge))
  }

  /// Consumes the challenge with these bytes and returns it, or returns nil if it is unknown or already used.
  func takePasskeyChallenge(_ bytes: [UInt8], project: Int64) throws(StorageFailure) -> PasskeyChallenge? {
    let hash = Digest.sha256(bytes)
    let found = try connection.first(
      PasskeyChallengeRow.self, where: "hash = ? AND project = ?", hash, project)
    guard let found else { return nil }
    try connection.run("DELETE FROM passkey_challenges WHERE hash = ?", hash)
    return found.challenge
  }

  /// Deletes the oldest challenges from before `period`, a few at a time.
  func purgePasskeyChallenges(madeBefore period: ClosedRange<Date>) throws(StorageFailure) {
    try purge(PasskeyChallengeRow.self, madeBefore: period)
  }
}
