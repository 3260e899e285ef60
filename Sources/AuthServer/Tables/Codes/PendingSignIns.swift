import Crypto
import Essentials

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

/// A row of `pending_sign_ins`.
private struct PendingSignInRow: Record {
  static let table: StaticString = "pending_sign_ins"

  var id: Int64 = 0
  var hash: [UInt8] = []
  var pending = PendingSignIn(project: 0, account: 0, provider: "", createdAt: .distantPast, generation: 0)

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &id, .id)
    try row.column("project", &pending.project)
    try row.column("hash", &hash)
    try row.column("account", &pending.account)
    try row.column("provider", &pending.provider)
    try row.column("created_at", &pending.createdAt)
    try row.column("valid_since", &pending.validSince)
    try row.column("generation", &pending.generation)
  }
}

extension Transaction {
  /// Lets whoever shows `credential` go on with a sign-in.
  func insert(_ pending: PendingSignIn, credential: String) throws(StorageFailure) {
    try connection.insert(PendingSignInRow(hash: Digest.sha256(credential.utf8), pending: pending))
  }

  func pendingSignIn(credential: String, project: Int64) throws(StorageFailure) -> PendingSignIn? {
    try connection.first(
      PendingSignInRow.self, where: "hash = ? AND project = ?", Digest.sha256(credential.utf8), project)?
      .pending
  }

  /// Forgets the oldest ones, few at a time, that were made before `period`.
  func purgePendingSignIns(madeBefore period: ClosedRange<Date>) throws(StorageFailure) {
    try purge(PendingSignInRow.self, madeBefore: period)
  }
}
