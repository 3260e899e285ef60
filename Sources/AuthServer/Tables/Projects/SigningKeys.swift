import Crypto
import Synchronization

/// A key that signs one kind of token.
///
/// It is created when it is first needed, and every reset keeps it.
package struct SigningKey: Sendable {
  var id: String
  var privateKey: PrivateKey
  /// An X.509 certificate in PEM.
  var certificate: String

  /// The kinds of tokens that keys sign.
  ///
  /// Each has its own key, so a token of one kind never passes as another.
  package enum Purpose: Int, CaseIterable, Sendable {
    case idTokens = 1
    case sessionCookies
    case customTokens
    /// Tokens of the server's own page in place of an identity provider.
    ///
    /// Nobody else must trust them.
    case providerTokens
    /// Access tokens of service accounts and workloads.
    case accessTokens
    /// Assertions of the server as a SAML provider.
    case samlAssertions
  }
}

/// Signing keys that several servers share.
///
/// Each key is created when the first server needs it.
package final class SharedSigningKeys: Sendable {
  private let made: Mutex<[SigningKey.Purpose: SigningKey]>

  /// - Throws: An error if no key can be created.
  package init() throws(StorageFailure) {
    made = Mutex([.idTokens: try SigningKey(for: "libcrypto")])
  }

  func key(for purpose: SigningKey.Purpose) throws(StorageFailure) -> SigningKey {
    try made.withLock { made throws(StorageFailure) in
      if let key = made[purpose] { return key }
      let key = try SigningKey(for: "libcrypto")
      made[purpose] = key
      return key
    }
  }
}

private struct SigningKeyRow: Record {
  static let table: StaticString = "signing_keys"

  /// The purpose, as a number.
  var id = 0
  var name = ""
  var privateKey: PrivateKey?
  var certificate = ""

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &id, .key)
    try row.column("kid", &name)
    try row.column("private_key", &privateKey)
    try row.column("certificate", &certificate)
  }
}

extension Transaction {
  /// Returns nil if the key was not needed yet.
  func signingKey(for purpose: SigningKey.Purpose) throws(StorageFailure) -> SigningKey? {
    guard let row = try connection.first(SigningKeyRow.self, where: "id = ?", purpose.rawValue)
    else { return nil }
    guard let key = row.privateKey
    else { throw .corrupt(path: connection.path, reason: "the signing key is missing") }
    return SigningKey(id: row.name, privateKey: key, certificate: row.certificate)
  }

  /// Returns the key.
  ///
  /// If there is none, it stores `new`, or a key that it creates.
  ///
  /// This happens in the transaction, although it takes a tenth of a second. If many processes start for the first time
  /// at once, they wait for one key. Otherwise, each would create one.
  func madeSigningKey(
    for purpose: SigningKey.Purpose, or new: SigningKey? = nil
  ) throws(StorageFailure) -> SigningKey {
    if let present = try signingKey(for: purpose) { return present }
    let key = if let new { new } else { try SigningKey(for: connection.path) }
    try connection.insert(
      SigningKeyRow(
        id: purpose.rawValue, name: key.id, privateKey: key.privateKey, certificate: key.certificate))
    return key
  }
}

extension SigningKey {
  /// Creates a key, which takes a tenth of a second.
  ///
  /// - Parameter path: The path of the key's database, for errors.
  package init(for path: String) throws(StorageFailure) {
    do throws(CryptoError) {
      let key = try PrivateKey()
      self.init(
        // Google's key IDs also have forty digits.
        id: Hex.encode(Digest.sha256(key.publicKey.modulus).prefix(20)), privateKey: key,
        certificate: try Certificate.selfSigned(key, commonName: "usher local server"))
    } catch {
      throw .failed(path: path, reason: "no signing key could be made: \(error)")
    }
  }
}
