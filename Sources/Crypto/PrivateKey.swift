import CCrypto
import Essentials

/// A key for signing with one algorithm.
package final class PrivateKey: Sendable {
  /// The public half of the key.
  package let publicKey: PublicKey

  /// Creates an RSA key of 2048 bits.
  ///
  /// This takes about a tenth of a second.
  package convenience init() throws(CryptoError) {
    guard let key = ccrypto_generate_rsa(2048) else { throw .failed(operation: "RSA key generation") }
    self.init(owning: key, for: .rs256)
  }

  /// Creates a P-256 key.
  package static func p256() throws(CryptoError) -> PrivateKey {
    guard let key = ccrypto_generate_p256() else { throw .failed(operation: "P-256 key generation") }
    return PrivateKey(owning: key, for: .es256)
  }

  /// Reads a P-256 key in SEC 1 form.
  package convenience init(p256 der: [UInt8]) throws(CryptoError) {
    let (key, isWhole) = der.withUnsafeBufferPointer { bytes in
      var rest = bytes.baseAddress
      let key = d2i_PrivateKey(EVP_PKEY_EC, nil, &rest, bytes.count)
      return (key, rest == bytes.baseAddress?.advanced(by: bytes.count))
    }
    guard let key else {
      ERR_clear_error()
      throw .unreadablePrivateKey
    }
    let publicKey = PublicKey(owning: key, for: .es256)
    var curve = [CChar](repeating: 0, count: 32)
    guard isWhole, EVP_PKEY_get_group_name(key, &curve, curve.count, nil) == 1,
      strcmp(curve, "prime256v1") == 0
    else { throw .unreadablePrivateKey }
    self.init(publicKey)
  }

  /// Reads a PKCS#1 key.
  package convenience init(der: [UInt8]) throws(CryptoError) {
    guard let key = ccrypto_rsa_private_key(der, der.count) else { throw .unreadablePrivateKey }
    self.init(owning: key, for: .rs256)
  }

  /// Reads the key in a service account's file: PEM, PKCS#8 or PKCS#1, without a password.
  package convenience init(pem: String) throws(CryptoError) {
    let bio = BIO_new(BIO_s_mem())
    defer { BIO_free(bio) }
    BIO_write(bio, pem, Int32(pem.utf8.count))
    // The password is empty, so libcrypto never asks for one at the terminal.
    let key = "".withCString { PEM_read_bio_PrivateKey(bio, nil, nil, UnsafeMutableRawPointer(mutating: $0)) }
    guard let key, EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA else {
      ERR_clear_error()
      throw .unreadablePrivateKey
    }
    self.init(owning: key, for: .rs256)
    try publicKey.checkRSA()
  }

  private convenience init(owning key: OpaquePointer, for algorithm: SignatureAlgorithm) {
    self.init(PublicKey(owning: key, for: algorithm))
  }

  private init(_ publicKey: PublicKey) {
    self.publicKey = publicKey
  }

  /// The key in PKCS#1 or, for P-256, in SEC 1 form, for storage.
  package var der: [UInt8] {
    var start: UnsafeMutablePointer<UInt8>?
    let count = i2d_PrivateKey(publicKey.key, &start)
    guard count > 0, let start else { fatalError("a key that cannot be written") }
    defer { ccrypto_free(start) }
    return Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }

  /// The RSA key in PKCS#8, in PEM, for a service account's file.
  package var pem: String {
    let info = DER.sequence(DER.rsaPrefix + DER.octets(der))
    let lines = Data(info).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    return "-----BEGIN PRIVATE KEY-----\n\(lines)\n-----END PRIVATE KEY-----\n"
  }

  package func sign(_ message: some Sequence<UInt8>) throws(CryptoError) -> [UInt8] {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    let message = Array(message)
    var signature = [UInt8](repeating: 0, count: Int(EVP_PKEY_get_size(publicKey.key)))
    var count = signature.count
    guard EVP_DigestSignInit(context, nil, publicKey.algorithm.digest, nil, publicKey.key) == 1,
      EVP_DigestSign(context, &signature, &count, message, message.count) == 1
    else { throw .failed(operation: "signature") }
    return Array(signature.prefix(count))
  }
}
