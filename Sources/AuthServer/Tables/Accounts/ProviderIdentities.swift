import IdentityToolkit

struct ProviderIdentity: Sendable, Equatable {
  /// The provider's ID: `google.com`, `apple.com`, `oidc.…`
  var provider: String
  /// The provider's own ID for the user.
  var rawID: String
  var federatedID: String?
  var email: EmailAddress?
  /// Whether the provider has verified the address.
  var isEmailVerified = true
  var displayName: String?
  var photoURL: String?
  var screenName: String?
}

struct ProviderIdentityRow: Record {
  static let table: StaticString = "provider_identities"

  var project: Int64 = 0
  var account: Int64 = 0
  var identity = ProviderIdentity(provider: "", rawID: "")

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("project", &project, .fixed)
    try row.column("account", &account, .key)
    try row.column("provider", &identity.provider, .key)
    try row.column("raw_id", &identity.rawID)
    try row.column("federated_id", &identity.federatedID)
    try row.column("email", &identity.email)
    try row.column("display_name", &identity.displayName)
    try row.column("photo_url", &identity.photoURL)
    try row.column("screen_name", &identity.screenName)
    try row.column("email_verified", &identity.isEmailVerified)
  }
}

extension Transaction {
  func identities(account: Int64) throws(StorageFailure) -> [ProviderIdentity] {
    try connection.all(ProviderIdentityRow.self, where: "account = ? ORDER BY provider", account)
      .map(\.identity)
  }

  /// Returns the identities of the accounts, by the row of their account.
  func identities(of accounts: [Account]) throws(StorageFailure) -> [Int64: [ProviderIdentity]] {
    let rows = try connection.all(
      ProviderIdentityRow.self,
      where: "account IN (SELECT value FROM json_each(?)) ORDER BY account, provider", accounts.rowList)
    return Dictionary(grouping: rows, by: \.account).mapValues { $0.map(\.identity) }
  }

  func account(provider: String, rawID: String, project: Int64) throws(StorageFailure) -> Account? {
    try complete(incompleteAccount(provider: provider, rawID: rawID, project: project))
  }

  /// Returns an account that has a provider identity with this address, whatever its own address is.
  func account(identityEmail email: EmailAddress, project: Int64) throws(StorageFailure) -> Account? {
    let row: Int64? = try connection.value(
      "SELECT account FROM provider_identities WHERE project = ? AND email = ? LIMIT 1", project, email)
    guard let row else { return nil }
    return try account(row: row)
  }

  /// Returns the people that a provider knows, at most `limit` of them.
  func identities(
    of provider: String, project: Int64, limit: Int
  ) throws(StorageFailure) -> [ProviderIdentity] {
    try connection.all(
      ProviderIdentityRow.self, where: "project = ? AND provider = ? ORDER BY raw_id LIMIT ?", project,
      provider, Int64(limit)
    ).map(\.identity)
  }

  /// Returns the identity with this address at a provider.
  func identity(
    of provider: String, email: EmailAddress, project: Int64
  ) throws(StorageFailure) -> ProviderIdentity? {
    try connection.first(
      ProviderIdentityRow.self, where: "project = ? AND email = ? AND provider = ?", project, email, provider
    )?.identity
  }

  func store(
    _ identity: ProviderIdentity, account: Int64, project: Int64
  ) throws(StorageFailure) {
    try connection.store(ProviderIdentityRow(project: project, account: account, identity: identity))
  }

  func deleteIdentity(provider: String, account: Int64) throws(StorageFailure) {
    try connection.run(
      "DELETE FROM provider_identities WHERE account = ? AND provider = ?", account, provider)
  }
}
