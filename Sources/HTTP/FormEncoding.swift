/// `application/x-www-form-urlencoded`, the format of queries and of the token endpoint's bodies.
package enum FormEncoding {
  package static func encode(_ items: [QueryItem]) -> String {
    items.map { encode($0.name) + "=" + encode($0.value) }.joined(separator: "&")
  }

  /// Percent-encodes everything in `text` except RFC 3986's unreserved characters.
  package static func encode(_ text: String) -> String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if isUnreserved(byte) {
        encoded.append(byte)
      } else {
        encoded += [0x25, hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Decodes the items of `text`.
  ///
  /// Returns nil if a percent escape is incomplete or the bytes are not UTF-8.
  ///
  /// `+` is a space, and a name without `=` has the empty value.
  package static func decode(_ text: String) -> [QueryItem]? {
    var items: [QueryItem] = []
    for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
      let halves = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = decode(halves[0]), let value = decode(halves.count > 1 ? halves[1] : "".utf8[...])
      else { return nil }
      items.append(QueryItem(name, value))
    }
    return items
  }

  /// Decodes one percent-encoded word, such as a path segment.
  ///
  /// `+` stays unchanged.
  package static func decodeSegment(_ text: some StringProtocol) -> String? {
    decode(Substring(text).utf8, plusIsSpace: false)
  }

  private static func decode(_ bytes: Substring.UTF8View, plusIsSpace: Bool = true) -> String? {
    if standsForItself(bytes) { return String(Substring(bytes)) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(nibble), let low = rest.popFirst().flatMap(nibble)
        else { return nil }
        decoded.append(high << 4 | low)
      default: decoded.append(byte)
      }
    }
    return String(validating: decoded, as: UTF8.self)
  }

  /// Returns whether nothing in `bytes` is encoded.
  ///
  /// This is true for most words.
  private static func standsForItself(_ bytes: Substring.UTF8View) -> Bool {
    bytes.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "+") }
    } ?? false
  }

  private static let hexDigits = Array("0123456789ABCDEF".utf8)

  private static func nibble(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
