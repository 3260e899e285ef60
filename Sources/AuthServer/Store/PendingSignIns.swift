import Crypto
import Essentials
import HTTP

/// A first factor that was right, waiting for the second.
struct PendingSignIn: Sendable, Equatable {
  var project: Int64
  var account: Int64
  /// `sign_in_provider` of the session that is to be opened.
  var provider: String
  /// When the first factor was shown.
  var createdAt: Date
  /// The account's own then: whatever moves them ends those that were about to begin, too.
  var validSince: Date?
  var generation: Int
}

extension Transaction {
  /// Lets whoever shows `credential` go on with a sign-in.
  func insert(_ pending: PendingSignIn, credential: String) throws(StorageFailure) {
    try connection.run(
      """
      INSERT INTO pending_sign_ins (project, hash, account, provider, created_at, valid_since, generation)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      pending.project, Digest.sha256(credential.utf8), pending.account, pending.provider, pending.createdAt,
      pending.validSince, pending.generation)
  }

  func pendingSignIn(credential: String, project: Int64) throws(StorageFailure) -> PendingSignIn? {
    try connection.first(
      """
      SELECT account, provider, created_at, valid_since, generation
      FROM pending_sign_ins WHERE hash = ? AND project = ?
      """, Digest.sha256(credential.utf8), project
    ) { row throws(StorageFailure) in
      PendingSignIn(
        project: project, account: try row[0], provider: try row[1], createdAt: try row[2],
        validSince: try row[3], generation: try row[4])
    }
  }

  /// Forgets the oldest ones, few at a time, that were not made in `period`.
  func purgePendingSignIns(notMadeIn period: ClosedRange<Date>) throws(StorageFailure) {
    try connection.run(
      """
      DELETE FROM pending_sign_ins WHERE id IN (SELECT id FROM pending_sign_ins ORDER BY id LIMIT 2)
        AND created_at NOT BETWEEN ? AND ?
      """, period.lowerBound, period.upperBound)
  }
}
