import Crypto
import Essentials

/// The rules for tenant IDs.
enum TenantID {
  /// Returns whether the text has only letters, digits, hyphens and underscores, which need no escaping in a path.
  static func isID(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { isAlphanumeric($0) || "-_".utf8.contains($0) }
  }

  /// Creates an ID as Google's service does: the display name, and five random letters and digits.
  static func new(after displayName: String?, random: RandomValues) throws(CryptoError) -> String {
    let words = (displayName ?? "").utf8.split { !isAlphanumeric($0) }
    let stem = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-").prefix(20)
    return (stem.isEmpty ? "tenant" : stem) + "-" + (try random.tenantSuffix())
  }

  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    // Lowercase letters are uppercase letters with this bit set.
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
