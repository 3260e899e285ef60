import CCrypto

/// A function that returns unpredictable bytes.
package typealias RandomSource = @Sendable (Int) throws(CryptoError) -> [UInt8]

/// Unpredictable bytes from the operating system.
///
/// libcrypto's own generator takes a millisecond to start, which every run of a short-lived process would pay.
package enum SecureRandom {
  @Sendable package static func bytes(_ count: Int) throws(CryptoError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    // The system returns at most this many bytes in one call.
    let limit = 256
    for start in stride(from: 0, to: count, by: limit) {
      let size = min(limit, count - start)
      let error = bytes.withUnsafeMutableBytes { buffer in
        ccrypto_system_random(buffer.baseAddress?.advanced(by: start), size)
      }
      guard error == 0 else { throw .noRandomBytes(errno: error) }
    }
    return bytes
  }
}
