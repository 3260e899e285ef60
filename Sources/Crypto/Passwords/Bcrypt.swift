import CCrypto

/// bcrypt, computed by `crypt` of the C library.
///
/// That library is opened at first use.
package enum Bcrypt {
  /// Hashes `password` with the cost and the salt of another hash, such as `$2b$10$…`.
  package static func hash(password: [UInt8], like hash: String) throws(CryptoError) -> String {
    // C strings end at the first zero, and the rest would not count.
    guard !password.contains(0) else { throw .failed(operation: "bcrypt") }
    var found = [CChar](repeating: 0, count: 128)
    switch ccrypto_crypt(password.map(CChar.init(bitPattern:)) + [0], hash, &found, found.count) {
    case 1: return String(decoding: found.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    case 0: throw .failed(operation: "bcrypt")
    default: throw .missingLibrary("libcrypt.so.1")
    }
  }

  /// Returns the cost of `hash`, or nil if it is not a bcrypt hash.
  ///
  /// The number of rounds is two to this power.
  package static func cost(of hash: String) -> Int? {
    let parts = hash.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0].isEmpty, ["2a", "2b", "2y"].contains(parts[1]),
      parts[2].utf8.count == 2, parts[2].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      parts[3].utf8.count == 53
    else { return nil }
    return Int(parts[2])
  }
}
