import Crypto
import Essentials
import HTTP
import IdentityToolkit

/// What somebody got who passed the local challenge.
struct RecaptchaToken: Sendable {
  var siteKey: LocalSiteKey
  var action: RecaptchaAction?
  var createdAt: Date
}

extension Transaction {
  func insert(_ token: RecaptchaToken, named text: String, project: Int64) throws(StorageFailure) {
    try connection.run(
      "INSERT INTO recaptcha_tokens (project, hash, site_key, action, created_at) VALUES (?, ?, ?, ?, ?)",
      project, Digest.sha256(text.utf8), token.siteKey.text, token.action?.rawValue, token.createdAt)
  }

  /// Uses the token called `text` up, whatever it is good for; nil for a used or foreign one.
  func takeRecaptchaToken(_ text: String, project: Int64) throws(StorageFailure) -> RecaptchaToken? {
    let hash = Digest.sha256(text.utf8)
    let found: (key: String, action: String?, createdAt: Date)? = try connection.first(
      "SELECT site_key, action, created_at FROM recaptcha_tokens WHERE hash = ? AND project = ?", hash,
      project
    ) { row throws(StorageFailure) in (try row[0], try row[1], try row[2]) }
    guard let found, let siteKey = LocalSiteKey(found.key) else { return nil }
    try connection.run("DELETE FROM recaptcha_tokens WHERE hash = ?", hash)
    return RecaptchaToken(
      siteKey: siteKey, action: found.action.map(RecaptchaAction.init), createdAt: found.createdAt)
  }

  /// Forgets the oldest tokens, few at a time, that were not made in `period`.
  func purgeRecaptchaTokens(notMadeIn period: ClosedRange<Date>) throws(StorageFailure) {
    try connection.run(
      """
      DELETE FROM recaptcha_tokens WHERE id IN (SELECT id FROM recaptcha_tokens ORDER BY id LIMIT 2)
        AND created_at NOT BETWEEN ? AND ?
      """, period.lowerBound, period.upperBound)
  }

  func deleteRecaptchaTokens(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM recaptcha_tokens WHERE project = ?", project)
  }
}
