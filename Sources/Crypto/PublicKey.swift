import CCrypto

/// A key for verifying signatures with one algorithm.
package final class PublicKey: Sendable {
  package let algorithm: SignatureAlgorithm
  // libcrypto counts references and locks the key itself.
  nonisolated(unsafe) let key: OpaquePointer

  init(owning key: OpaquePointer, for algorithm: SignatureAlgorithm) {
    self.key = key
    self.algorithm = algorithm
  }

  deinit {
    EVP_PKEY_free(key)
  }

  /// Reads the key of an X.509 certificate.
  ///
  /// The dates and the issuer do not matter, because the caller knows where the certificate comes from.
  package convenience init(certificatePEM: String) throws(CryptoError) {
    let bio = BIO_new(BIO_s_mem())
    defer { BIO_free(bio) }
    BIO_write(bio, certificatePEM, Int32(certificatePEM.utf8.count))
    guard let certificate = PEM_read_bio_X509(bio, nil, nil, nil) else { throw .unreadableCertificate }
    defer { X509_free(certificate) }
    guard let key = X509_get_pubkey(certificate), EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA
    else { throw .unreadableCertificate }
    self.init(owning: key, for: .rs256)
    try checkRSA()
  }

  /// Creates the RSA key from a JWK's `n` and `e`, big-endian.
  package convenience init(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) {
    guard !modulus.isEmpty, !exponent.isEmpty else { throw .unreadablePublicKey }
    guard modulus.count <= 1025, exponent.count <= 8 else { throw .weakKey }
    let der = DER.sequence(DER.unsigned(modulus) + DER.unsigned(exponent))
    let key = der.withUnsafeBufferPointer { bytes in
      var start = bytes.baseAddress
      return d2i_PublicKey(EVP_PKEY_RSA, nil, &start, bytes.count)
    }
    guard let key else { throw .unreadablePublicKey }
    self.init(owning: key, for: .rs256)
    try checkRSA()
  }

  /// Checks an RSA key from outside: it has 2048 to 8192 bits (RFC 7518 §3.3), and its exponent is odd, at least 3 and
  /// at most 64 bits long.
  ///
  /// With the exponent 1, each message is its own signature. The first exponents that are in use are 3 and 65 537.
  func checkRSA() throws(CryptoError) {
    let (modulus, exponent) = (modulus, exponent)
    let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
    func isOdd(_ number: [UInt8]) -> Bool { (number.last ?? 0) & 1 == 1 }
    guard (2048...8192).contains(bits), isOdd(modulus), isOdd(exponent), exponent != [1], exponent.count <= 8,
      isFactoredByNobody
    else { throw .weakKey }
  }

  /// Whether libcrypto finds no factor of the modulus at once: it has no small one, and is neither a prime nor the power
  /// of one (NIST SP 800-56B, section 6.4.2.2).
  private var isFactoredByNobody: Bool {
    let context = EVP_PKEY_CTX_new(key, nil)
    defer {
      EVP_PKEY_CTX_free(context)
      ERR_clear_error()
    }
    return EVP_PKEY_public_check(context) == 1
  }

  /// Creates the P-256 key from the coordinates of its point, 32 bytes each.
  ///
  /// - Throws: `CryptoError.unreadablePublicKey` also for a point that is not on the curve.
  package convenience init(p256 x: [UInt8], _ y: [UInt8]) throws(CryptoError) {
    guard x.count == 32, y.count == 32 else { throw .unreadablePublicKey }
    try self.init(subjectInfo: DER.p256Prefix + [0x04] + x + y, for: .es256)
  }

  /// Creates the Ed25519 key from its 32 bytes (RFC 8032 §5.1.2).
  ///
  /// - Throws: `CryptoError.weakKey` for the eight points whose order is 8 or less: signatures that anybody can make are
  ///   right for them.
  package convenience init(ed25519 bytes: [UInt8]) throws(CryptoError) {
    guard bytes.count == 32 else { throw .unreadablePublicKey }
    // The last bit is the sign of x. What remains is y.
    let y = bytes.dropLast() + [bytes[31] & 0x7F]
    // A number from the field's order on is another way to write a small one.
    let isCanonical = y[0] < 0xED || y[1..<31].contains { $0 != 0xFF } || y[31] != 0x7F
    guard isCanonical else { throw .unreadablePublicKey }
    guard !Self.smallOrders.contains(Hex.encode(y)) else { throw .weakKey }
    try self.init(subjectInfo: DER.ed25519Prefix + bytes, for: .edDSA)
  }

  /// The y of the points of Ed25519 whose order is 4, 1, 2, 8 and 8.
  private static let smallOrders: Set = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  ]

  private convenience init(subjectInfo der: [UInt8], for algorithm: SignatureAlgorithm) throws(CryptoError) {
    let key = der.withUnsafeBufferPointer { bytes in
      var start = bytes.baseAddress
      return d2i_PUBKEY(nil, &start, bytes.count)
    }
    guard let key else {
      ERR_clear_error()
      throw .unreadablePublicKey
    }
    self.init(owning: key, for: algorithm)
  }

  /// The modulus of an RSA key, big-endian.
  package var modulus: [UInt8] { number(OSSL_PKEY_PARAM_RSA_N) }
  /// The exponent of an RSA key, big-endian.
  package var exponent: [UInt8] { number(OSSL_PKEY_PARAM_RSA_E) }
  /// The coordinates of a P-256 key's point, 32 bytes each.
  package var point: (x: [UInt8], y: [UInt8]) {
    func padded(_ number: [UInt8]) -> [UInt8] {
      [UInt8](repeating: 0, count: 32 - number.count) + number
    }
    return (padded(number(OSSL_PKEY_PARAM_EC_PUB_X)), padded(number(OSSL_PKEY_PARAM_EC_PUB_Y)))
  }

  package func isValid(signature: [UInt8], for message: some Sequence<UInt8>) -> Bool {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    let message = Array(message)
    // An invalid signature leaves an error in this thread's queue, which nobody reads.
    defer { ERR_clear_error() }
    return EVP_DigestVerifyInit(context, nil, algorithm.digest, nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }

  private func number(_ name: String) -> [UInt8] {
    var number: OpaquePointer?
    guard EVP_PKEY_get_bn_param(key, name, &number) == 1, let number
    else { fatalError("a key without \(name)") }
    defer { BN_free(number) }
    var bytes = [UInt8](repeating: 0, count: Int(ccrypto_bn_size(number)))
    BN_bn2bin(number, &bytes)
    return bytes
  }
}
