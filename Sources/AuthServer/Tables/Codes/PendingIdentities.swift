import Essentials

/// The provider's data about a user who could not sign in with it yet, or who may use it again.
struct PendingIdentity: SecretRow, Sendable {
  static let table: StaticString = "pending_identities"

  var id: Int64 = 0
  var project: Int64 = 0
  var hash: [UInt8] = []
  var provider = ""
  /// The issuer if the server contacted the provider itself.
  ///
  /// Nil if the server's own page replaced the provider.
  var issuer: String?
  /// The claims as JSON, without the provider's tokens.
  var claims = ""
  /// The assertion of a SAML provider, as JSON.
  var saml: String?
  /// Whether the provider, or the server's own page, confirmed it.
  var isChecked = false
  var createdAt = Date.distantPast

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &id, .id)
    try row.column("project", &project, .fixed)
    try row.column("hash", &hash, .fixed)
    try row.column("provider", &provider, .fixed)
    try row.column("issuer", &issuer, .fixed)
    try row.column("claims", &claims, .fixed)
    try row.column("saml", &saml, .fixed)
    try row.column("checked", &isChecked, .fixed)
    try row.column("created_at", &createdAt, .fixed)
  }
}
