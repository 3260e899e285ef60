import Essentials

/// The receipt for an app that asked for a push.
///
/// The secret comes with the push.
///
/// Both are stored as they are, unlike refresh tokens: they sign nobody in, and the embedded server would load
/// libcrypto only to hash them.
struct AppReceipt: Record, Sendable {
  static let table: StaticString = "app_receipts"

  var id: Int64 = 0
  var project: Int64 = 0
  var receipt = ""
  var secret = ""
  /// The `X-Ios-Bundle-Identifier` header of the app's request.
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

extension Transaction {
  func insert(_ receipt: AppReceipt) throws(StorageFailure) {
    try connection.insert(receipt)
  }

  /// Returns when `receipt` was issued to the same app with the same secret, or nil.
  func date(of receipt: AppReceipt, project: Int64) throws(StorageFailure) -> Date? {
    try connection.first(
      AppReceipt.self, where: "receipt = ? AND secret = ? AND project = ? AND bundle_id IS ?",
      receipt.receipt, receipt.secret, project, receipt.bundleID)?
      .createdAt
  }
}
