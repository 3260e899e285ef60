import Crypto
import Essentials
import IdentityToolkit

/// The token that a browser receives for a passed local challenge.
struct RecaptchaToken: Sendable {
  var siteKey: LocalSiteKey
  var action: RecaptchaAction?
  var createdAt: Date
  /// From 0, a bot, to 1, a person. Who passes the challenge is a person.
  var score = 1.0
  /// From 0, safe, to 1, fraud.
  var smsTollFraudRisk = 0.0
}

/// A row of `recaptcha_tokens`.
private struct RecaptchaTokenRow: Record {
  static let table: StaticString = "recaptcha_tokens"

  var id: Int64 = 0
  var project: Int64 = 0
  var hash: [UInt8] = []
  var token = RecaptchaToken(siteKey: LocalSiteKey(.v2, projectNumber: ""), createdAt: .distantPast)

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &id, .id)
    try row.column("project", &project)
    try row.column("hash", &hash)
    try row.column("site_key", &token.siteKey)
    try row.column("action", &token.action)
    try row.column("created_at", &token.createdAt)
  }
}

extension Transaction {
  func insert(_ token: RecaptchaToken, named text: String, project: Int64) throws(StorageFailure) {
    try connection.insert(
      RecaptchaTokenRow(project: project, hash: Digest.sha256(text.utf8), token: token))
  }

  /// Consumes the token called `text` and returns it, or returns nil if it is unknown or already used.
  func takeRecaptchaToken(_ text: String, project: Int64) throws(StorageFailure) -> RecaptchaToken? {
    let hash = Digest.sha256(text.utf8)
    let found = try connection.first(RecaptchaTokenRow.self, where: "hash = ? AND project = ?", hash, project)
    guard let found else { return nil }
    try connection.run("DELETE FROM recaptcha_tokens WHERE hash = ?", hash)
    return found.token
  }

  /// Deletes the oldest tokens from before `period`, a few at a time.
  func purgeRecaptchaTokens(madeBefore period: ClosedRange<Date>) throws(StorageFailure) {
    try purge(RecaptchaTokenRow.self, madeBefore: period)
  }

  func deleteRecaptchaTokens(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM recaptcha_tokens WHERE project = ?", project)
  }
}
