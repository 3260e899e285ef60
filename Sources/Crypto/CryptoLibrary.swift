import CCrypto

/// libcrypto, which is opened when something is first hashed or signed.
package enum CryptoLibrary {
  /// Whether it is there; opens it.
  package static var isAvailable: Bool { ccrypto_is_available() == 1 }

  /// Of what is there; nil where nothing is. Opens it.
  package static var version: String? { ccrypto_version().map { String(cString: $0) } }

  /// Has `end` end the process where the library turns out to be missing. Called once, before any thread starts.
  package static func whenMissing(_ end: @escaping () -> Never) {
    // Kept for as long as the process lives.
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
