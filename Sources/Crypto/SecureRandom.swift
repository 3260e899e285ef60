import CCrypto

/// Unpredictable bytes from the operating system.
///
/// libcrypto's own generator takes a millisecond to wake, which a short-lived process would pay each time.
package enum SecureRandom {
  @Sendable package static func bytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      // The system hands out at most so many in one call.
      let limit = 256
      while initialized < count {
        let size = min(limit, count - initialized)
        guard ccrypto_system_random(buffer.baseAddress! + initialized, size) == 0 else {
          fatalError("the system has no random bytes")
        }
        initialized += size
      }
    }
  }
}
