import CCrypto

/// Firebase's own password hash: the project's key, encrypted with scrypt's key for the password.
package enum FirebaseScrypt {
  /// - Parameters:
  ///   - rounds: scrypt's r.
  ///   - memoryCost: scrypt's N is two to this power.
  package static func hash(
    password: [UInt8], salt: [UInt8], signerKey: [UInt8], saltSeparator: [UInt8], rounds: Int, memoryCost: Int
  ) throws(CryptoError) -> [UInt8] {
    guard (1...24).contains(memoryCost) else { throw .failed(operation: "scrypt") }
    let key = try Scrypt.key(
      password: password, salt: salt + saltSeparator,
      parameters: .init(cost: 1 << memoryCost, blockSize: rounds, parallelism: 1), size: 64)
    return try encrypt(signerKey, key: Array(key.prefix(32)))
  }

  /// Encrypts with AES-256 in counter mode.
  ///
  /// The counter starts at zero, because each key is used only once.
  private static func encrypt(_ message: [UInt8], key: [UInt8]) throws(CryptoError) -> [UInt8] {
    let context = EVP_CIPHER_CTX_new()
    defer { EVP_CIPHER_CTX_free(context) }
    var (encrypted, size) = ([UInt8](repeating: 0, count: message.count), Int32(0))
    let counter = [UInt8](repeating: 0, count: 16)
    guard EVP_EncryptInit_ex(context, EVP_aes_256_ctr(), nil, key, counter) == 1,
      EVP_EncryptUpdate(context, &encrypted, &size, message, Int32(message.count)) == 1
    else { throw .failed(operation: "AES") }
    return encrypted
  }
}
