import CCrypto

/// bcrypt, as the C library's `crypt` computes it. That library is opened at first use.
package enum Bcrypt {
  /// The hash of `password` with the cost and the salt of another hash, `$2b$10$…`.
  package static func hash(password: [UInt8], like hash: String) throws(CryptoError) -> String {
    // C strings end at the first zero: what comes after it would not count.
    guard !password.contains(0) else { throw .failed(operation: "bcrypt") }
    var found = [CChar](repeating: 0, count: 128)
    switch ccrypto_crypt(password.map(CChar.init(bitPattern:)) + [0], hash, &found, found.count) {
    case 1: return String(decoding: found.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    case 0: throw .failed(operation: "bcrypt")
    default: throw .missingLibrary("libcrypt.so.1")
    }
  }

  /// Two to this power are the rounds of `hash`; nil for what is no bcrypt hash.
  package static func cost(of hash: String) -> Int? {
    let parts = hash.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0].isEmpty, ["2a", "2b", "2y"].contains(parts[1]),
      parts[2].utf8.count == 2, parts[2].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      parts[3].utf8.count == 53
    else { return nil }
    return Int(parts[2])
  }
}
