import Crypto
import Essentials
import HTTP
import IdentityToolkit

extension Transaction {
  /// Lets `proof` sign in to the account of a number, once, without another code.
  func insertTemporaryProof(
    _ proof: String, of phone: PhoneNumber, project: Int64, at now: Date
  ) throws(StorageFailure) {
    try connection.run(
      "INSERT INTO temporary_proofs (project, hash, phone, created_at) VALUES (?, ?, ?, ?)", project,
      Digest.sha256(proof.utf8), phone, now)
  }

  /// When a proof of the number was given; nil for a foreign or used one.
  func temporaryProof(
    _ proof: String, of phone: PhoneNumber, project: Int64
  ) throws(StorageFailure) -> Date? {
    try connection.first(
      "SELECT created_at FROM temporary_proofs WHERE hash = ? AND project = ? AND phone = ?",
      Digest.sha256(proof.utf8), project, phone
    ) { $0[0] }
  }

  func deleteTemporaryProof(_ proof: String) throws(StorageFailure) {
    try connection.run("DELETE FROM temporary_proofs WHERE hash = ?", Digest.sha256(proof.utf8))
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
