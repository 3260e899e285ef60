import CCrypto

/// X.509 certificates, the form in which verifiers fetch a token's public key.
package enum Certificate {
  /// Returns a self-signed certificate of `key` in PEM.
  ///
  /// It contains only the key, so it never expires (RFC 5280 §4.1.2.5), and creating it needs no clock.
  package static func selfSigned(_ key: PrivateKey, commonName: String) throws(CryptoError) -> String {
    let certificate = X509_new()
    defer { X509_free(certificate) }
    let name = X509_get_subject_name(certificate)
    let serial = Array(Digest.sha256(key.publicKey.modulus).prefix(8))
    guard X509_set_version(certificate, 2) == 1,
      ASN1_INTEGER_set_uint64(
        X509_get_serialNumber(certificate), serial.reduce(0) { $0 << 8 | UInt64($1) } >> 1) == 1,
      ASN1_TIME_set_string(X509_getm_notBefore(certificate), "200101000000Z") == 1,
      ASN1_TIME_set_string(X509_getm_notAfter(certificate), "99991231235959Z") == 1,
      X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, commonName, -1, -1, 0) == 1,
      X509_set_issuer_name(certificate, name) == 1,
      X509_set_pubkey(certificate, key.publicKey.key) == 1,
      X509_sign(certificate, key.publicKey.key, EVP_sha256()) > 0
    else { throw .failed(operation: "certificate") }
    return try pem(certificate)
  }

  private static func pem(_ certificate: OpaquePointer?) throws(CryptoError) -> String {
    let bio = BIO_new(BIO_s_mem())
    defer { BIO_free(bio) }
    var start: UnsafeMutablePointer<CChar>?
    guard PEM_write_bio_X509(bio, certificate) == 1, case let count = ccrypto_bio_bytes(bio, &start),
      let start
    else { throw .failed(operation: "certificate") }
    return UnsafeRawBufferPointer(start: start, count: count)
      .withMemoryRebound(to: UInt8.self) { String(decoding: $0, as: UTF8.self) }
  }
}
