import Crypto
import Essentials

enum TenantID {
  /// Returns whether the text has only letters, digits, hyphens and underscores, which need no escaping in a path.
  static func isID(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-_".utf8.contains($0) }
  }

  /// Creates an ID as Google's service does: the display name, and five random letters and digits.
  static func new(after displayName: String?, random: RandomValues) throws(CryptoError) -> String {
    let words = (displayName ?? "").utf8.split { !$0.isASCIILetter && !$0.isASCIIDigit }
    let stem = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-").prefix(20)
    return (stem.isEmpty ? "tenant" : stem) + "-" + (try random.tenantSuffix())
  }
}
