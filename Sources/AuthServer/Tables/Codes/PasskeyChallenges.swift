import Essentials

/// A challenge that an authenticator signs, once.
struct PasskeyChallenge: SecretRow, Sendable {
  static let table: StaticString = "passkey_challenges"

  var id: Int64 = 0
  var project: Int64 = 0
  var hash: [UInt8] = []
  /// The row of the account that enrolls a passkey; nil for a sign-in.
  var account: Int64?
  var createdAt = Date.distantPast

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &id, .id)
    try row.column("project", &project)
    try row.column("hash", &hash)
    try row.column("account", &account)
    try row.column("created_at", &createdAt)
  }
}
