import Essentials
import IdentityToolkit

/// A proof that signs in once to the account of a number, without another code.
struct TemporaryProof: SecretRow, Sendable {
  static let table: StaticString = "temporary_proofs"

  var id: Int64 = 0
  var project: Int64 = 0
  var hash: [UInt8] = []
  var phone = PhoneNumber(stored: 0)
  /// The account that has the number.
  ///
  /// A later owner of the number is another user.
  var account: Int64 = 0
  var createdAt = Date.distantPast

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &id, .id)
    try row.column("project", &project)
    try row.column("hash", &hash)
    try row.column("phone", &phone)
    try row.column("account", &account)
    try row.column("created_at", &createdAt)
  }
}
