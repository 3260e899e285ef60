import Essentials

/// The receipt for an app that asked for a push.
///
/// The secret comes with the push.
struct AppReceipt: Sendable {
  var receipt: String
  var secret: String
  /// The `X-Ios-Bundle-Identifier` header of the app's request.
  var bundleID: String?
}

/// A row of `app_receipts`.
///
/// The receipt and its secret are stored as they are, unlike refresh tokens: they sign nobody in, and the embedded
/// server would load libcrypto only to hash them.
private struct AppReceiptRow: Record {
  static let table: StaticString = "app_receipts"

  var id: Int64 = 0
  var project: Int64 = 0
  var receipt = ""
  var secret = ""
  var bundleID: String?
  var createdAt = Date.distantPast

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &id, .id)
    try row.column("project", &project)
    try row.column("receipt", &receipt)
    try row.column("secret", &secret)
    try row.column("bundle_id", &bundleID)
    try row.column("created_at", &createdAt)
  }
}

extension AppReceiptRow {
  init(of receipt: AppReceipt, project: Int64, at now: Date) {
    self.project = project
    self.receipt = receipt.receipt
    secret = receipt.secret
    bundleID = receipt.bundleID
    createdAt = now
  }
}

extension Transaction {
  func insert(_ receipt: AppReceipt, project: Int64, at now: Date) throws(StorageFailure) {
    try connection.insert(AppReceiptRow(of: receipt, project: project, at: now))
  }

  /// Returns when `receipt` was issued to the same app with the same secret, or nil.
  func date(of receipt: AppReceipt, project: Int64) throws(StorageFailure) -> Date? {
    try connection.first(
      AppReceiptRow.self, where: "receipt = ? AND secret = ? AND project = ? AND bundle_id IS ?",
      receipt.receipt, receipt.secret, project, receipt.bundleID)?
      .createdAt
  }

  /// Deletes the oldest receipts from before `period`, a few at a time.
  func purgeAppReceipts(madeBefore period: ClosedRange<Date>) throws(StorageFailure) {
    try purge(AppReceiptRow.self, madeBefore: period)
  }

  func deleteAppReceipts(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM app_receipts WHERE project = ?", project)
  }
}
