import CCrypto

/// Digests, and the message authentication codes built on them.
package enum Digest {
  package enum Algorithm: Sendable {
    case md5, sha1, sha256, sha512

    var type: OpaquePointer? {
      switch self {
      case .md5: EVP_md5()
      case .sha1: EVP_sha1()
      case .sha256: EVP_sha256()
      case .sha512: EVP_sha512()
      }
    }
  }

  /// Computes a digest, for passwords that other systems hashed.
  ///
  /// MD5 may be disabled on a system.
  package static func digest(_ message: [UInt8], _ algorithm: Algorithm) throws(CryptoError) -> [UInt8] {
    var (digest, size) = ([UInt8](repeating: 0, count: 64), UInt32(0))
    guard EVP_Digest(message, message.count, &digest, &size, algorithm.type, nil) == 1
    else { throw .failed(operation: "digest") }
    return Array(digest.prefix(Int(size)))
  }

  /// Computes an HMAC with a key.
  package static func hmac(
    _ message: [UInt8], key: [UInt8], _ algorithm: Algorithm
  ) throws(CryptoError) -> [UInt8] {
    var (code, size) = ([UInt8](repeating: 0, count: 64), UInt32(0))
    guard HMAC(algorithm.type, key, Int32(key.count), message, message.count, &code, &size) != nil
    else { throw .failed(operation: "HMAC") }
    return Array(code.prefix(Int(size)))
  }

  package static func sha256(_ message: some Sequence<UInt8>) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    let message = Array(message)
    SHA256(message, message.count, &digest)
    return digest
  }

  package static func hmacSHA256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    hmac(message, key: key, digest: EVP_sha256(), size: Int(SHA256_DIGEST_LENGTH))
  }

  package static func hmacSHA512(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    hmac(message, key: key, digest: EVP_sha512(), size: Int(SHA512_DIGEST_LENGTH))
  }

  /// Computes the HMAC that authenticator apps use.
  package static func hmacSHA1(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    hmac(message, key: key, digest: EVP_sha1(), size: Int(SHA_DIGEST_LENGTH))
  }

  private static func hmac(_ message: [UInt8], key: [UInt8], digest: OpaquePointer?, size: Int) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: size)
    guard HMAC(digest, key, Int32(key.count), message, message.count, &code, nil) != nil
    else { fatalError("libcrypto refused an HMAC") }
    return code
  }
}
