import CCrypto

/// PBKDF2 of RFC 8018: derives a key from a password.
///
/// The number of rounds makes it slow.
package enum PBKDF2 {
  package static func key(
    password: [UInt8], salt: [UInt8], rounds: Int, _ digest: Digest.Algorithm, size: Int
  ) throws(CryptoError) -> [UInt8] {
    guard let rounds = Int32(exactly: rounds), rounds > 0, size > 0 else {
      throw .failed(operation: "PBKDF2")
    }
    var key = [UInt8](repeating: 0, count: size)
    let done = password.withUnsafeBytes { password in
      PKCS5_PBKDF2_HMAC(
        password.bindMemory(to: CChar.self).baseAddress, Int32(password.count), salt, Int32(salt.count),
        rounds,
        digest.type, Int32(size), &key)
    }
    guard done == 1 else { throw .failed(operation: "PBKDF2") }
    return key
  }
}
