import Crypto

/// The key that tokens are signed with. It is made once, when it is first needed, and outlives every reset.
package struct SigningKey: Sendable {
  var id: String
  var privateKey: PrivateKey
  /// X.509, PEM.
  var certificate: String
}

/// The row of `signing_keys`.
private struct SigningKeyRow: Record {
  static let table: StaticString = "signing_keys"

  var id = 1
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
  func signingKey() throws(StorageFailure) -> SigningKey? {
    guard let row = try connection.first(SigningKeyRow.self, where: "id = 1") else { return nil }
    guard let key = row.privateKey
    else { throw .corrupt(path: connection.path, reason: "the signing key is missing") }
    return SigningKey(id: row.name, privateKey: key, certificate: row.certificate)
  }

  /// The key; where there is none yet `new`, or one that is made here.
  ///
  /// In the transaction, though it takes a tenth of a second: many first runs at once wait for one key, rather than
  /// make one each.
  func madeSigningKey(or new: SigningKey? = nil) throws(StorageFailure) -> SigningKey {
    if let present = try signingKey() { return present }
    let key = if let new { new } else { try SigningKey(for: connection.path) }
    try connection.insert(
      SigningKeyRow(name: key.id, privateKey: key.privateKey, certificate: key.certificate))
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
