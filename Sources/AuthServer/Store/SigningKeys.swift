import Crypto
import HTTP

/// The key that tokens are signed with. It is made once, with the database, and outlives every reset.
struct SigningKey: Sendable {
  var id: String
  var privateKey: PrivateKey
  /// X.509, PEM.
  var certificate: String
}

extension Transaction {
  func signingKey() throws(StorageFailure) -> SigningKey {
    let row = try connection.first("SELECT kid, private_key, certificate FROM signing_keys") {
      (id: $0[0] as String, der: $0[1] as [UInt8], certificate: $0[2] as String)
    }
    guard let row, let key = try? PrivateKey(der: row.der)
    else { throw .corrupt(path: connection.path, reason: "the signing key is missing or unreadable") }
    return SigningKey(id: row.id, privateKey: key, certificate: row.certificate)
  }

  func makeSigningKey() throws(StorageFailure) {
    guard try connection.first("SELECT 1 FROM signing_keys", read: { $0[0] as Int }) == nil else { return }
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
