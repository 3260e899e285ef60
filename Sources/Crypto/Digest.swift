import CCrypto

/// SHA-256 and the codes built on digests.
package enum Digest {
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

  /// The code that authenticator apps compute with.
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
