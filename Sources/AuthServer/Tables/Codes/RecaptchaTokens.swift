import Crypto
import Essentials
import IdentityToolkit

/// What a browser got that passed the local challenge.
struct RecaptchaToken: Sendable {
  var siteKey: LocalSiteKey
  var action: RecaptchaAction?
  var createdAt: Date
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

  /// Uses the token called `text` up, whatever it is good for; nil for a used or foreign one.
  func takeRecaptchaToken(_ text: String, project: Int64) throws(StorageFailure) -> RecaptchaToken? {
    let hash = Digest.sha256(text.utf8)
    let found = try connection.first(RecaptchaTokenRow.self, where: "hash = ? AND project = ?", hash, project)
    guard let found else { return nil }
    try connection.run("DELETE FROM recaptcha_tokens WHERE hash = ?", hash)
    return found.token
  }

  /// Forgets the oldest tokens, few at a time, that were made before `period`.
  func purgeRecaptchaTokens(madeBefore period: ClosedRange<Date>) throws(StorageFailure) {
    try purge(RecaptchaTokenRow.self, madeBefore: period)
  }

  func deleteRecaptchaTokens(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM recaptcha_tokens WHERE project = ?", project)
  }
}
