import Essentials

/// A session: the data that all its ID tokens have, however often they are renewed.
struct AuthSession: Sendable, Equatable {
  var signedInAt: Date
  /// The `sign_in_provider` of its tokens.
  var provider: String
  var secondFactor: String?
  var secondFactorIdentifier: String?
  /// The claims of a custom token, or a provider's data under `firebase`: a JSON object as text.
  var claims: String?
  /// The account's generation when the session began.
  var generation = 0
}

struct StoredSession: Record, Sendable {
  static let table: StaticString = "refresh_tokens"

  var hash: [UInt8] = []
  var account: Int64 = 0
  var session = AuthSession(signedInAt: .distantPast, provider: "")

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("hash", &hash)
    try row.column("account", &account)
    try row.column("signed_in_at", &session.signedInAt)
    try row.column("provider", &session.provider)
    try row.column("second_factor", &session.secondFactor)
    try row.column("second_factor_identifier", &session.secondFactorIdentifier)
    try row.column("claims", &session.claims)
    try row.column("generation", &session.generation)
  }
}

extension Transaction {
  /// Stores that the token with this hash renews `session` of the account in this row.
  func insertRefreshToken(
    hash: [UInt8], account: Int64, session: AuthSession
  ) throws(StorageFailure) {
    try connection.insert(StoredSession(hash: hash, account: account, session: session))
  }

  func session(refreshTokenHash hash: [UInt8]) throws(StorageFailure) -> (AuthSession, account: Int64)? {
    guard let row = try connection.first(StoredSession.self, where: "hash = ?", hash) else { return nil }
    return (row.session, row.account)
  }

  func setSignIn(_ date: Date, refreshTokenHash hash: [UInt8]) throws(StorageFailure) {
    try connection.run("UPDATE refresh_tokens SET signed_in_at = ? WHERE hash = ?", date, hash)
  }

  /// Returns the sessions of a project's accounts, by account.
  ///
  /// This is slow, for exports only.
  func sessions(project: Int64) throws(StorageFailure) -> [(Account, [StoredSession])] {
    let rows = try connection.all(
      StoredSession.self,
      where: "account IN (SELECT id FROM accounts WHERE project = ?) ORDER BY account, signed_in_at", project)
    var found: [(Account, [StoredSession])] = []
    for row in rows {
      if let last = found.indices.last, found[last].0.id == row.account {
        found[last].1.append(row)
      } else if let account = try account(row: row.account) {
        found.append((account, [row]))
      }
    }
    return found
  }

  /// Stores a session of another server as a session of `account`.
  func take(_ stored: StoredSession, account: Account) throws(StorageFailure) {
    var session = stored.session
    session.generation = account.generation
    // If this server exported the session, the replaced account still has it.
    try connection.run("DELETE FROM refresh_tokens WHERE hash = ?", stored.hash)
    try insertRefreshToken(hash: stored.hash, account: account.id, session: session)
  }

  /// Deletes the tokens of a project's accounts, deleted or not, and of accounts that nobody remembers.
  func deleteRefreshTokens(project: Int64) throws(StorageFailure) {
    try connection.run(
      """
      DELETE FROM refresh_tokens WHERE account NOT IN (SELECT id FROM accounts WHERE project <> ?1
        UNION ALL SELECT account FROM former_accounts
        WHERE project IS NOT (SELECT name FROM projects WHERE id = ?1))
      """, project)
  }
}
