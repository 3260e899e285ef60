import Crypto
import HTTP

/// The key that tokens are signed with. It is made once, with the database, and outlives every reset.
struct SigningKey: Sendable {
  var id: String
  var privateKey: PrivateKey
  /// X.509, PEM.
  var certificate: String

  fileprivate init(_ row: Row) throws(StorageFailure) {
    guard let key = try? PrivateKey(der: try row[1]) else { throw row.damage(in: 1) }
    (id, privateKey, certificate) = (try row[0], key, try row[2])
  }
}

extension Transaction {
  func signingKey() throws(StorageFailure) -> SigningKey {
    let key = try connection.first(
      "SELECT kid, private_key, certificate FROM signing_keys", read: SigningKey.init)
    guard let key else { throw .corrupt(path: connection.path, reason: "the signing key is missing") }
    return key
  }

  func makeSigningKey() throws(StorageFailure) {
    let present: Int? = try connection.value("SELECT 1 FROM signing_keys")
    guard present == nil else { return }
    let (key, certificate) = try Self.newKey(path: connection.path)
    // Forty digits, as Google's key ids have.
    let id = Hex.encode(Digest.sha256(key.publicKey.modulus).prefix(20))
    try connection.run(
      "INSERT OR IGNORE INTO signing_keys (id, kid, private_key, certificate) VALUES (1, ?, ?, ?)", id,
      key.der, certificate)
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
