import Crypto
import Essentials

/// A right first factor that waits for the second one.
struct PendingSignIn: Sendable, Equatable {
  var project: Int64
  var account: Int64
  /// The `sign_in_provider` of the session to open.
  var provider: String
  /// When the first factor was used.
  var createdAt: Date
  /// The account's values at that time.
  ///
  /// A change of them also ends pending sign-ins.
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
  /// Stores a sign-in that a client with `credential` can continue.
  func insert(_ pending: PendingSignIn, credential: String) throws(StorageFailure) {
    try connection.insert(PendingSignInRow(hash: Digest.sha256(credential.utf8), pending: pending))
  }

  func pendingSignIn(credential: String, project: Int64) throws(StorageFailure) -> PendingSignIn? {
    try connection.first(
      PendingSignInRow.self, where: "hash = ? AND project = ?", Digest.sha256(credential.utf8), project)?
      .pending
  }

  /// Deletes the oldest ones from before `period`, a few at a time.
  func purgePendingSignIns(madeBefore period: ClosedRange<Date>) throws(StorageFailure) {
    try purge(PendingSignInRow.self, madeBefore: period)
  }
}
