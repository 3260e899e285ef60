import Crypto
import Synchronization

/// A key that tokens of one kind are signed with. It is made once, when it is first needed, and outlives every reset.
package struct SigningKey: Sendable {
  var id: String
  var privateKey: PrivateKey
  /// X.509, PEM.
  var certificate: String
}

extension SigningKey {
  /// What a key signs. What verifies one kind of tokens takes none of another, even if it looks at nothing else.
  package enum Purpose: Int, CaseIterable, Sendable {
    case idTokens = 1
    case sessionCookies
    case customTokens
    /// Those of the server's own page in an identity provider's name, which nobody else is to believe.
    case providerTokens
  }
}

/// Makes a key for each purpose when the first server needs it, and gives the same to every other.
package final class SharedSigningKeys: Sendable {
  private let made: Mutex<[SigningKey.Purpose: SigningKey]>

  /// - Throws: where no key can be made.
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

/// A row of `signing_keys`.
private struct SigningKeyRow: Record {
  static let table: StaticString = "signing_keys"

  /// The purpose.
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
  /// Nil where none was needed yet.
  func signingKey(for purpose: SigningKey.Purpose) throws(StorageFailure) -> SigningKey? {
    guard let row = try connection.first(SigningKeyRow.self, where: "id = ?", purpose.rawValue)
    else { return nil }
    guard let key = row.privateKey
    else { throw .corrupt(path: connection.path, reason: "the signing key is missing") }
    return SigningKey(id: row.name, privateKey: key, certificate: row.certificate)
  }

  /// The key; where there is none yet `new`, or one that is made here.
  ///
  /// In the transaction, though it takes a tenth of a second: many first runs at once wait for one key, rather than
  /// make one each.
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
  /// A new key, which takes a tenth of a second.
  /// - Parameter path: The database's that it is for, to be named in an error.
  package init(for path: String) throws(StorageFailure) {
    do throws(CryptoError) {
      let key = try PrivateKey()
      self.init(
        // Forty digits, as Google's key ids have.
        id: Hex.encode(Digest.sha256(key.publicKey.modulus).prefix(20)), privateKey: key,
        certificate: try Certificate.selfSigned(key, commonName: "usher local server"))
    } catch {
      throw .failed(path: path, reason: "no signing key could be made: \(error)")
    }
  }
}
