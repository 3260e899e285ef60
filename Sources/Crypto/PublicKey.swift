import CCrypto

/// An RSA key for verifying signatures with RSASSA-PKCS1-v1_5 and SHA-256, which tokens call RS256.
package final class PublicKey: Sendable {
  // libcrypto counts references and locks the key itself.
  nonisolated(unsafe) let key: OpaquePointer

  init(owning key: OpaquePointer) {
    self.key = key
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
    self.init(owning: key)
  }

  /// Creates the key from a JWK's `n` and `e`, big-endian.
  package convenience init(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) {
    // libcrypto verifies with at most 16 384 bits.
    guard (128...2048).contains(modulus.count), (1...8).contains(exponent.count)
    else { throw .unreadablePublicKey }
    let der = DER.sequence(DER.unsigned(modulus) + DER.unsigned(exponent))
    let key = der.withUnsafeBufferPointer { bytes in
      var start = bytes.baseAddress
      return d2i_PublicKey(EVP_PKEY_RSA, nil, &start, bytes.count)
    }
    guard let key else { throw .unreadablePublicKey }
    self.init(owning: key)
  }

  package var modulus: [UInt8] { number(OSSL_PKEY_PARAM_RSA_N) }
  package var exponent: [UInt8] { number(OSSL_PKEY_PARAM_RSA_E) }

  package func isValid(signature: [UInt8], for message: some Sequence<UInt8>) -> Bool {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    let message = Array(message)
    // An invalid signature leaves an error in this thread's queue, which nobody reads.
    defer { ERR_clear_error() }
    return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }

  private func number(_ name: String) -> [UInt8] {
    var number: OpaquePointer?
    guard EVP_PKEY_get_bn_param(key, name, &number) == 1, let number
    else { fatalError("an RSA key without \(name)") }
    defer { BN_free(number) }
    var bytes = [UInt8](repeating: 0, count: Int(ccrypto_bn_size(number)))
    BN_bn2bin(number, &bytes)
    return bytes
  }
}
