import Crypto
import Essentials
import HTTP
import IdentityToolkit

/// What signs in to the account of a number, once, without another code.
struct TemporaryProof: Sendable, Equatable {
  var phone: PhoneNumber
  /// Who has the number. Whoever gets it later is somebody else.
  var account: Int64
  var createdAt: Date
}

extension Transaction {
  func insert(_ proof: TemporaryProof, named text: String, project: Int64) throws(StorageFailure) {
    try connection.run(
      "INSERT INTO temporary_proofs (project, hash, phone, account, created_at) VALUES (?, ?, ?, ?, ?)",
      project, Digest.sha256(text.utf8), proof.phone, proof.account, proof.createdAt)
  }

  /// The proof called `text`; nil for a foreign or used one.
  func temporaryProof(_ text: String, project: Int64) throws(StorageFailure) -> TemporaryProof? {
    try connection.first(
      "SELECT phone, account, created_at FROM temporary_proofs WHERE hash = ? AND project = ?",
      Digest.sha256(text.utf8), project
    ) { row throws(StorageFailure) in
      TemporaryProof(phone: try row[0], account: try row[1], createdAt: try row[2])
    }
  }

  func deleteTemporaryProof(_ text: String) throws(StorageFailure) {
    try connection.run("DELETE FROM temporary_proofs WHERE hash = ?", Digest.sha256(text.utf8))
  }

  /// Forgets the oldest proofs, few at a time, that were not made in `period`.
  func purgeTemporaryProofs(notMadeIn period: ClosedRange<Date>) throws(StorageFailure) {
    try connection.run(
      """
      DELETE FROM temporary_proofs WHERE id IN (SELECT id FROM temporary_proofs ORDER BY id LIMIT 2)
        AND created_at NOT BETWEEN ? AND ?
      """, period.lowerBound, period.upperBound)
  }

  func deleteTemporaryProofs(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM temporary_proofs WHERE project = ?", project)
  }
}
