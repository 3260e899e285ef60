import CCrypto

/// The library libcrypto.
///
/// It is opened when something is first hashed or signed.
package enum CryptoLibrary {
  /// Whether the library is installed.
  ///
  /// Reading this opens it.
  package static var isAvailable: Bool { ccrypto_is_available() == 1 }

  /// The version of the library, or nil if it is not installed.
  ///
  /// Reading this opens it.
  package static var version: String? { ccrypto_version().map { String(cString: $0) } }

  /// Sets a function that ends the process if the library is missing.
  ///
  /// Call this once, before any thread starts.
  package static func whenMissing(_ end: @escaping () -> Never) {
    // The context is never released.
    let context = Unmanaged.passRetained(End(end)).toOpaque()
    ccrypto_when_missing({ Unmanaged<End>.fromOpaque($0!).takeUnretainedValue().end() }, context)
  }

  private final class End {
    let end: () -> Never

    init(_ end: @escaping () -> Never) {
      self.end = end
    }
  }
}
