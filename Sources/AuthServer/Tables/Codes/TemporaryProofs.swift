import Crypto
import Essentials
import IdentityToolkit

/// A proof that signs in once to the account of a number, without another code.
struct TemporaryProof: Sendable, Equatable {
  var phone: PhoneNumber
  /// The account that has the number.
  ///
  /// A later owner of the number is another user.
  var account: Int64
  var createdAt: Date
}

/// A row of `temporary_proofs`.
private struct TemporaryProofRow: Record {
  static let table: StaticString = "temporary_proofs"

  var id: Int64 = 0
  var project: Int64 = 0
  var hash: [UInt8] = []
  var proof = TemporaryProof(phone: PhoneNumber(stored: 0), account: 0, createdAt: .distantPast)

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &id, .id)
    try row.column("project", &project)
    try row.column("hash", &hash)
    try row.column("phone", &proof.phone)
    try row.column("account", &proof.account)
    try row.column("created_at", &proof.createdAt)
  }
}

extension Transaction {
  func insert(_ proof: TemporaryProof, named text: String, project: Int64) throws(StorageFailure) {
    try connection.insert(
      TemporaryProofRow(project: project, hash: Digest.sha256(text.utf8), proof: proof))
  }

  /// Returns the proof called `text`, or nil if it is unknown or already used.
  func temporaryProof(_ text: String, project: Int64) throws(StorageFailure) -> TemporaryProof? {
    try connection.first(
      TemporaryProofRow.self, where: "hash = ? AND project = ?", Digest.sha256(text.utf8), project)?.proof
  }

  func deleteTemporaryProof(_ text: String) throws(StorageFailure) {
    try connection.run("DELETE FROM temporary_proofs WHERE hash = ?", Digest.sha256(text.utf8))
  }

  /// Deletes the oldest proofs from before `period`, a few at a time.
  func purgeTemporaryProofs(madeBefore period: ClosedRange<Date>) throws(StorageFailure) {
    try purge(TemporaryProofRow.self, madeBefore: period)
  }

  func deleteTemporaryProofs(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM temporary_proofs WHERE project = ?", project)
  }
}
