import Crypto
import Essentials
import HTTP

/// What an app got by asking for a push; the secret came with the push.
struct AppReceipt: Sendable {
  var receipt: String
  var secret: String
  /// The `X-Ios-Bundle-Identifier` of the app that asked.
  var bundleID: String?
}

extension Transaction {
  func insert(_ receipt: AppReceipt, project: Int64, at now: Date) throws(StorageFailure) {
    try connection.run(
      """
      INSERT INTO app_receipts (project, hash, secret_hash, bundle_id, created_at) VALUES (?, ?, ?, ?, ?)
      """, project, Digest.sha256(receipt.receipt.utf8), Digest.sha256(receipt.secret.utf8),
      receipt.bundleID, now)
  }

  /// When `receipt` was given, to the same app and with the same secret; nil for any other.
  func date(of receipt: AppReceipt, project: Int64) throws(StorageFailure) -> Date? {
    try connection.value(
      """
      SELECT created_at FROM app_receipts
      WHERE hash = ? AND secret_hash = ? AND project = ? AND bundle_id IS ?
      """, Digest.sha256(receipt.receipt.utf8), Digest.sha256(receipt.secret.utf8), project,
      receipt.bundleID)
  }

  /// Forgets the oldest receipts, few at a time, that were not given in `period`.
  func purgeAppReceipts(notMadeIn period: ClosedRange<Date>) throws(StorageFailure) {
    try connection.run(
      """
      DELETE FROM app_receipts WHERE id IN (SELECT id FROM app_receipts ORDER BY id LIMIT 2)
        AND created_at NOT BETWEEN ? AND ?
      """, period.lowerBound, period.upperBound)
  }

  func deleteAppReceipts(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM app_receipts WHERE project = ?", project)
  }
}
