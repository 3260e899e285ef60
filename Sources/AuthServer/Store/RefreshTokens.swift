import Essentials
import HTTP

/// One sign-in: what every ID token of it says, however often it is renewed.
struct AuthSession: Sendable, Equatable {
  var signedInAt: Date
  /// `sign_in_provider` of the tokens.
  var provider: String
  var secondFactor: String?
  var secondFactorIdentifier: String?
  /// The claims of a custom token, a JSON object as text.
  var claims: String?
  /// The account's when the session began.
  var generation = 0

  init(signedInAt: Date, provider: String) {
    self.signedInAt = signedInAt
    self.provider = provider
  }
}

extension Transaction {
  /// Lets the token with that hash renew `session` of the account in that row.
  func insertRefreshToken(
    hash: [UInt8], account: Int64, session: AuthSession
  ) throws(StorageFailure) {
    try connection.run(
      """
      INSERT INTO refresh_tokens (hash, account, signed_in_at, provider, second_factor,
        second_factor_identifier, claims, generation)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      hash, account, session.signedInAt, session.provider, session.secondFactor,
      session.secondFactorIdentifier, session.claims, session.generation)
  }

  func session(refreshTokenHash hash: [UInt8]) throws(StorageFailure) -> (AuthSession, account: Int64)? {
    try connection.first(
      """
      SELECT account, signed_in_at, provider, second_factor, second_factor_identifier, claims, generation
      FROM refresh_tokens WHERE hash = ?
      """, hash
    ) { row throws(StorageFailure) in
      var session = AuthSession(signedInAt: try row[1], provider: try row[2])
      session.secondFactor = try row[3]
      session.secondFactorIdentifier = try row[4]
      session.claims = try row[5]
      session.generation = try row[6]
      return (session, account: try row[0])
    }
  }

  /// Forgets the tokens of a project's accounts, and those whose account is gone.
  func deleteRefreshTokens(project: Int64) throws(StorageFailure) {
    try connection.run(
      "DELETE FROM refresh_tokens WHERE account NOT IN (SELECT id FROM accounts WHERE project <> ?)", project)
  }
}
