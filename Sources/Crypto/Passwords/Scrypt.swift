import CCrypto

/// scrypt of RFC 7914: derives a key from a password.
///
/// It is slow and uses much memory on purpose.
package enum Scrypt {
  package struct Parameters: Sendable, Equatable {
    /// N, a power of two.
    package var cost: Int
    /// r
    package var blockSize: Int
    /// p
    package var parallelism: Int

    package init(cost: Int, blockSize: Int, parallelism: Int) {
      self.cost = cost
      self.blockSize = blockSize
      self.parallelism = parallelism
    }
  }

  /// Derives a key of `size` bytes.
  ///
  /// With N = 2^14 and r = 8, this takes 16 MB and a fortieth of a second.
  package static func key(
    password: [UInt8], salt: [UInt8], parameters: Parameters, size: Int
  ) throws(CryptoError) -> [UInt8] {
    let (n, r, p) = (parameters.cost, parameters.blockSize, parameters.parallelism)
    guard n > 1, n.nonzeroBitCount == 1, n <= 1 << 24, (1...64).contains(r), (1...64).contains(p)
    else { throw .failed(operation: "scrypt") }
    var key = [UInt8](repeating: 0, count: size)
    // libcrypto refuses to use more memory than this limit. RFC 7914 §2 needs this much, and there is a reserve.
    let memory = UInt64(128 * r * (n + p + 2) + 1 << 20)
    let done = password.withUnsafeBytes { password in
      EVP_PBE_scrypt(
        password.bindMemory(to: CChar.self).baseAddress ?? emptyPassword, password.count, salt, salt.count,
        UInt64(n), UInt64(r), UInt64(p), memory, &key, size)
    }
    guard done == 1 else { throw .failed(operation: "scrypt") }
    return key
  }

  /// An empty password as a non-null pointer.
  ///
  /// With a null pointer, libcrypto does not compute a key.
  private static var emptyPassword: UnsafePointer<CChar> {
    UnsafeRawPointer(StaticString("").utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
