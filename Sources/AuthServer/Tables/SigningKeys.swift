import Crypto

/// The key that tokens are signed with. It is made once, with the database, and outlives every reset.
struct SigningKey: Sendable {
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
  func signingKey() throws(StorageFailure) -> SigningKey {
    guard let row = try connection.first(SigningKeyRow.self, where: "id = 1"), let key = row.privateKey
    else { throw .corrupt(path: connection.path, reason: "the signing key is missing") }
    return SigningKey(id: row.name, privateKey: key, certificate: row.certificate)
  }

  func makeSigningKey() throws(StorageFailure) {
    let present: Int? = try connection.value("SELECT 1 FROM signing_keys")
    guard present == nil else { return }
    let (key, certificate) = try Self.newKey(path: connection.path)
    // Forty digits, as Google's key ids have.
    let name = Hex.encode(Digest.sha256(key.publicKey.modulus).prefix(20))
    try connection.insert(SigningKeyRow(name: name, privateKey: key, certificate: certificate))
  }

  private static func newKey(path: String) throws(StorageFailure) -> (PrivateKey, certificate: String) {
    do throws(CryptoError) {
      let key = try PrivateKey()
      return (key, try Certificate.selfSigned(key, commonName: "usher local server"))
    } catch {
      throw .failed(path: path, reason: "no signing key could be made: \(error)")
    }
  }
}
