import Essentials
import IdentityToolkit

/// The token that a browser receives for a passed local challenge.
struct RecaptchaToken: SecretRow, Sendable {
  static let table: StaticString = "recaptcha_tokens"

  var id: Int64 = 0
  var project: Int64 = 0
  var hash: [UInt8] = []
  var siteKey = LocalSiteKey(.v2, projectNumber: "")
  var action: RecaptchaAction?
  var createdAt = Date.distantPast
  /// From 0, a bot, to 1, a person. Who passes the challenge is a person.
  var score = 1.0
  /// From 0, safe, to 1, fraud.
  var smsTollFraudRisk = 0.0

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &id, .id)
    try row.column("project", &project)
    try row.column("hash", &hash)
    try row.column("site_key", &siteKey)
    try row.column("action", &action)
    try row.column("created_at", &createdAt)
  }
}
