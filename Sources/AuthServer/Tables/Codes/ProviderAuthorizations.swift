import Crypto
import Essentials

/// A sign-in in progress at an identity provider's page.
struct ProviderAuthorization: Record, Sendable {
  static let table: StaticString = "provider_authorizations"

  var id: Int64 = 0
  /// The row of the project or the tenant.
  var project: Int64 = 0
  var sessionHash: [UInt8] = []
  var stateHash: [UInt8] = []
  var provider = ""
  /// The page to which the browser returns.
  var continueURI = ""
  /// The salt from which, with the session's ID, the secrets that travel through the browser are derived.
  var salt: [UInt8] = []
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
  var createdAt = Date.distantPast

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &id, .id)
    try row.column("project", &project, .fixed)
    try row.column("session_hash", &sessionHash, .fixed)
    try row.column("state_hash", &stateHash, .fixed)
    try row.column("salt", &salt, .fixed)
    try row.column("provider", &provider, .fixed)
    try row.column("continue_uri", &continueURI, .fixed)
    try row.column("issuer", &issuer, .fixed)
    try row.column("identity", &identity)
    try row.column("code_hash", &codeHash)
    try row.column("created_at", &createdAt, .fixed)
    try row.column("asked_identity", &askedIdentity, .fixed)
  }
}

extension Transaction {
  func insert(
    _ authorization: ProviderAuthorization, session: String, state: String
  ) throws(StorageFailure) {
    var authorization = authorization
    authorization.sessionHash = Digest.sha256(session.utf8)
    authorization.stateHash = Digest.sha256(state.utf8)
    try connection.insert(authorization)
  }

  /// Returns the sign-in that a client started, or nil if it belongs to another client or is already used.
  func providerAuthorization(
    session: String, project: Int64
  ) throws(StorageFailure) -> ProviderAuthorization? {
    try connection.first(
      ProviderAuthorization.self, where: "session_hash = ? AND project = ?", Digest.sha256(session.utf8),
      project)
  }

  /// Returns the sign-in with this state, with its project.
  func providerAuthorization(
    state: String
  ) throws(StorageFailure) -> (name: ProjectName, authorization: ProviderAuthorization)? {
    guard
      let found = try connection.first(
        ProviderAuthorization.self, where: "state_hash = ?", Digest.sha256(state.utf8))
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
      claims, Digest.sha256(code.utf8), id) > 0
  }

  func deleteProviderAuthorization(_ id: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM provider_authorizations WHERE id = ?", id)
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
}
