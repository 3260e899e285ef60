import Essentials

/// A right first factor that waits for the second one.
struct PendingSignIn: SecretRow, Sendable {
  static let table: StaticString = "pending_sign_ins"

  var id: Int64 = 0
  var project: Int64 = 0
  var hash: [UInt8] = []
  var account: Int64 = 0
  /// The `sign_in_provider` of the session to open.
  var provider = ""
  /// When the first factor was used.
  var createdAt = Date.distantPast
  /// The account's values at that time.
  ///
  /// A change of them also ends pending sign-ins.
  var validSince: Date?
  var generation = 0

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &id, .id)
    try row.column("project", &project)
    try row.column("hash", &hash)
    try row.column("account", &account)
    try row.column("provider", &provider)
    try row.column("created_at", &createdAt)
    try row.column("valid_since", &validSince)
    try row.column("generation", &generation)
  }
}
