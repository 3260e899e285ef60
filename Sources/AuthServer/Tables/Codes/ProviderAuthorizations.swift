import Crypto
import Essentials

/// A sign-in in progress at an identity provider's page.
struct ProviderAuthorization: Sendable, Equatable {
  var id: Int64 = 0
  /// The row of the project or the tenant.
  var project: Int64
  var provider: String
  /// The page to which the browser returns.
  var continueURI: String
  /// The salt from which, with the session's ID, the secrets that travel through the browser are derived.
  var salt: [UInt8]
  /// The issuer if the server contacts the provider itself.
  ///
  /// Nil if the server's own page replaces the provider.
  var issuer: String?
  /// The identity that the client asks for, to be chosen without a click.
  var askedIdentity: String?
  /// The claims of the identity chosen on that page, as JSON.
  var identity: String?
  /// The digest of the code that was returned for the choice.
  var codeHash: [UInt8]?
  var createdAt: Date
}

/// A row of `provider_authorizations`.
private struct ProviderAuthorizationRow: Record {
  static let table: StaticString = "provider_authorizations"

  var sessionHash: [UInt8] = []
  var stateHash: [UInt8] = []
  var authorization = ProviderAuthorization(
    project: 0, provider: "", continueURI: "", salt: [], createdAt: .distantPast)

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &authorization.id, .id)
    try row.column("project", &authorization.project, .fixed)
    try row.column("session_hash", &sessionHash, .fixed)
    try row.column("state_hash", &stateHash, .fixed)
    try row.column("salt", &authorization.salt, .fixed)
    try row.column("provider", &authorization.provider, .fixed)
    try row.column("continue_uri", &authorization.continueURI, .fixed)
    try row.column("issuer", &authorization.issuer, .fixed)
    try row.column("identity", &authorization.identity)
    try row.column("code_hash", &authorization.codeHash)
    try row.column("created_at", &authorization.createdAt, .fixed)
    try row.column("asked_identity", &authorization.askedIdentity, .fixed)
  }
}

extension Transaction {
  func insert(
    _ authorization: ProviderAuthorization, session: String, state: String
  ) throws(StorageFailure) {
    try connection.insert(
      ProviderAuthorizationRow(
        sessionHash: Digest.sha256(session.utf8), stateHash: Digest.sha256(state.utf8),
        authorization: authorization))
  }

  /// Returns the sign-in that a client started, or nil if it belongs to another client or is already used.
  func providerAuthorization(
    session: String, project: Int64
  ) throws(StorageFailure) -> ProviderAuthorization? {
    try connection.first(
      ProviderAuthorizationRow.self, where: "session_hash = ? AND project = ?",
      Digest.sha256(session.utf8), project)?.authorization
  }

  /// Returns the sign-in with this state, with its project.
  func providerAuthorization(
    state: String
  ) throws(StorageFailure) -> (name: ProjectName, authorization: ProviderAuthorization)? {
    guard
      let found = try connection.first(
        ProviderAuthorizationRow.self, where: "state_hash = ?", Digest.sha256(state.utf8))?.authorization
    else { return nil }
    let name: String? = try connection.value("SELECT name FROM projects WHERE id = ?", found.project)
    return name.map { (ProjectName($0), found) }
  }

  /// Stores the choice on the provider's page: `code` now stands for the person with these claims.
  ///
  /// Returns false if the page was already answered.
  func setIdentity(_ claims: String, code: String, authorization id: Int64) throws(StorageFailure) -> Bool {
    try connection.run(
      "UPDATE provider_authorizations SET identity = ?, code_hash = ? WHERE id = ? AND code_hash IS NULL",
      claims, Digest.sha256(code.utf8), id)
    return connection.changedRowCount > 0
  }

  func deleteProviderAuthorization(_ id: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM provider_authorizations WHERE id = ?", id)
  }

  /// Deletes the oldest ones from before `period`, a few at a time.
  func purgeProviderAuthorizations(madeBefore period: ClosedRange<Date>) throws(StorageFailure) {
    try purge(ProviderAuthorizationRow.self, madeBefore: period)
  }

  /// Deletes all but the newest, so nobody can fill the store with new sign-ins.
  func deleteProviderAuthorizations(project: Int64, butNewest count: Int) throws(StorageFailure) {
    try connection.run(
      """
      DELETE FROM provider_authorizations WHERE project = ?1 AND id <=
        (SELECT id FROM provider_authorizations WHERE project = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
      """, project, Int64(count))
  }

  /// Ends the sign-ins in progress at a provider.
  func deleteProviderAuthorizations(of provider: String, project: Int64) throws(StorageFailure) {
    try connection.run(
      "DELETE FROM provider_authorizations WHERE project = ? AND provider = ?", project, provider)
  }

  func deleteProviderAuthorizations(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM provider_authorizations WHERE project = ?", project)
  }
}
