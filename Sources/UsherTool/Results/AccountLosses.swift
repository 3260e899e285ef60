/// How many accounts lost something in an export or an import, by its kind.
struct AccountLosses: Codable, Equatable, Sendable {
  var passwords = 0
  var providers = 0
  /// Also authenticator apps without their secret.
  var secondFactors = 0
  var passkeys = 0
  /// E-mail addresses and numbers that are not the first one, and numbers that are not verified.
  var addresses = 0
  var usernames = 0
  var metadata = 0
  /// Tenants that are not in the file; they are no accounts.
  var tenants = 0
  /// Password hashes of a file of their own that belong to no account.
  var unmatchedHashes = 0

  private enum CodingKeys: String, CodingKey {
    case passwords, providers
    case secondFactors = "second_factors"
    case passkeys, addresses, usernames, metadata, tenants
    case unmatchedHashes = "unmatched_hashes"
  }
}
