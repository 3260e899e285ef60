import Essentials

/// The syntax of a host: a DNS name, an IPv4 address or an IPv6 address.
enum HostSyntax {
  /// Returns whether `text` is a host name, or an IPv4 address as four decimal numbers.
  static func isNameOrIPv4(_ text: String) -> Bool {
    let text = text.utf8.last == UInt8(ascii: ".") ? text.utf8.dropLast() : text.utf8[...]
    let labels = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard let last = labels.last, text.count <= 253, labels.allSatisfy(isLabel) else { return false }
    // Resolvers read text that ends in a number as an address, in several forms (127.1, 0177.0.0.1).
    return last.allSatisfy(\.isASCIIDigit) ? isIPv4(labels) : true
  }

  /// Returns whether `text` is an IPv4 address as four decimal numbers.
  static func isIPv4(_ text: String) -> Bool {
    isIPv4(text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false))
  }

  /// Returns whether `text` is an IPv6 address without brackets and zone.
  static func isIPv6(_ text: String) -> Bool {
    var groups = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard groups.count > 2 else { return false }
    // A "::" at the beginning or the end gives two empty groups, but a single ":" is an error.
    if groups[0].isEmpty {
      groups.removeFirst()
      guard groups[0].isEmpty else { return false }
    }
    if groups[groups.count - 1].isEmpty {
      groups.removeLast()
      guard groups[groups.count - 1].isEmpty else { return false }
    }
    var count = groups.count
    if let last = groups.last, last.contains(UInt8(ascii: ".")) {
      guard isIPv4(last.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)) else {
        return false
      }
      groups.removeLast()
      count += 1
    }
    guard groups.allSatisfy({ $0.count <= 4 && $0.allSatisfy(isHexDigit) }) else { return false }
    switch groups.count(where: \.isEmpty) {
    case 0: return count == 8
    case 1: return count <= 8
    default: return false
    }
  }

  private static func isLabel(_ label: Substring.UTF8View) -> Bool {
    let hyphen = UInt8(ascii: "-")
    return (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
      && label.allSatisfy { $0.isASCIIDigit || $0.isASCIILetter || $0 == hyphen || $0 == UInt8(ascii: "_") }
  }

  private static func isIPv4(_ parts: [Substring.UTF8View]) -> Bool {
    parts.count == 4
      && parts.allSatisfy { part in
        (1...3).contains(part.count) && part.allSatisfy(\.isASCIIDigit)
          // Some parsers read a leading zero as octal.
          && (part.count == 1 || part.first != UInt8(ascii: "0"))
          && part.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 255
      }
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || (0x61...0x66).contains(byte | 0x20)
  }
}
