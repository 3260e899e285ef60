/// Unpredictable bytes from the operating system.
///
/// libcrypto's own generator takes a millisecond to wake, which a short-lived process would pay each time.
package enum SecureRandom {
  @Sendable package static func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      withUnsafeBytes(of: generator.next()) { bytes += $0.prefix(count - bytes.count) }
    }
    return bytes
  }
}
