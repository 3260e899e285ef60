import Crypto
import Essentials
import IdentityToolkit

/// The provider's data about a user who could not sign in with it yet, or who may use it again.
struct PendingIdentity: Sendable, Equatable {
  var project: Int64 = 0
  var provider: String
  /// The issuer if the server contacted the provider itself.
  ///
  /// Nil if the server's own page replaced the provider.
  var issuer: String?
  /// The claims as JSON, without the provider's tokens.
  var claims: String
  /// The assertion of a SAML provider, as JSON.
  var saml: String?
  /// Whether the provider, or the server's own page, confirmed it.
  var isChecked: Bool
  var createdAt: Date
}

/// A row of `pending_identities`.
private struct PendingIdentityRow: Record {
  static let table: StaticString = "pending_identities"

  var id: Int64 = 0
  var hash: [UInt8] = []
  var pending = PendingIdentity(provider: "", claims: "", isChecked: false, createdAt: .distantPast)

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &id, .id)
    try row.column("project", &pending.project, .fixed)
    try row.column("hash", &hash, .fixed)
    try row.column("provider", &pending.provider, .fixed)
    try row.column("issuer", &pending.issuer, .fixed)
    try row.column("claims", &pending.claims, .fixed)
    try row.column("saml", &pending.saml, .fixed)
    try row.column("checked", &pending.isChecked, .fixed)
    try row.column("created_at", &pending.createdAt, .fixed)
  }
}

extension Transaction {
  func insert(_ pending: PendingIdentity, token: String) throws(StorageFailure) {
    try connection.insert(PendingIdentityRow(hash: Digest.sha256(token.utf8), pending: pending))
  }

  func pendingIdentity(token: String, project: Int64) throws(StorageFailure) -> PendingIdentity? {
    try connection.first(
      PendingIdentityRow.self, where: "hash = ? AND project = ?", Digest.sha256(token.utf8), project)?.pending
  }

  /// Consumes it, and returns whether it existed.
  func takePendingIdentity(token: String) throws(StorageFailure) -> Bool {
    try connection.run("DELETE FROM pending_identities WHERE hash = ?", Digest.sha256(token.utf8))
    return connection.changedRowCount > 0
  }

  /// Deletes the oldest ones from before `period`, a few at a time.
  func purgePendingIdentities(madeBefore period: ClosedRange<Date>) throws(StorageFailure) {
    try purge(PendingIdentityRow.self, madeBefore: period)
  }

  func deletePendingIdentities(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM pending_identities WHERE project = ?", project)
  }
}
