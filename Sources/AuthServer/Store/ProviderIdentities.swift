import HTTP
import IdentityToolkit

/// Who somebody is at an identity provider.
struct ProviderIdentity: Sendable, Equatable {
  /// `google.com`, `apple.com`, `oidc.…`
  var provider: String
  /// The provider's own name for the person.
  var rawID: String
  var federatedID: String?
  var email: EmailAddress?
  var displayName: String?
  var photoURL: String?
  var screenName: String?

  init(provider: String, rawID: String) {
    self.provider = provider
    self.rawID = rawID
  }

  fileprivate init(_ row: Row) throws(StorageFailure) {
    provider = try row[0]
    rawID = try row[1]
    federatedID = try row[2]
    email = try row[3]
    displayName = try row[4]
    photoURL = try row[5]
    screenName = try row[6]
  }
}

extension Transaction {
  func identities(account: Int64) throws(StorageFailure) -> [ProviderIdentity] {
    try connection.all(
      """
      SELECT provider, raw_id, federated_id, email, display_name, photo_url, screen_name
      FROM provider_identities WHERE account = ? ORDER BY provider
      """, account, read: ProviderIdentity.init)
  }

  func account(provider: String, rawID: String, project: Int64) throws(StorageFailure) -> Account? {
    let row: Int64? = try connection.value(
      "SELECT account FROM provider_identities WHERE project = ? AND provider = ? AND raw_id = ?", project,
      provider, rawID)
    guard let row else { return nil }
    return try account(row: row)
  }

  /// An account that a provider knows by the address, whatever its own address is.
  func account(identityEmail email: EmailAddress, project: Int64) throws(StorageFailure) -> Account? {
    let row: Int64? = try connection.value(
      "SELECT account FROM provider_identities WHERE project = ? AND email = ? LIMIT 1", project, email)
    guard let row else { return nil }
    return try account(row: row)
  }

  func store(
    _ identity: ProviderIdentity, account: Int64, project: Int64
  ) throws(StorageFailure) {
    try connection.run(
      """
      INSERT INTO provider_identities (project, account, provider, raw_id, federated_id, email,
        display_name, photo_url, screen_name)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (account, provider) DO UPDATE SET raw_id = excluded.raw_id,
        federated_id = excluded.federated_id, email = excluded.email, display_name = excluded.display_name,
        photo_url = excluded.photo_url, screen_name = excluded.screen_name
      """,
      project, account, identity.provider, identity.rawID, identity.federatedID, identity.email,
      identity.displayName, identity.photoURL, identity.screenName)
  }

  func deleteIdentity(provider: String, account: Int64) throws(StorageFailure) {
    try connection.run(
      "DELETE FROM provider_identities WHERE account = ? AND provider = ?", account, provider)
  }
}
