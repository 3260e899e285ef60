/// Base64url without padding (RFC 4648, section 5), the encoding of tokens.
package enum Base64URL {
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    let digits = digits
    return String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { text in
      var count = 0
      var bits: UInt32 = 0
      var held: UInt32 = 0
      for byte in bytes {
        bits = bits << 8 | UInt32(byte)
        held += 8
        while held >= 6 {
          held -= 6
          text[count] = digits[Int(bits >> held & 63)]
          count += 1
        }
      }
      if held > 0 {
        text[count] = digits[Int(bits << (6 - held) & 63)]
        count += 1
      }
      return count
    }
  }

  /// Decodes `text`; nil if it has padding, other characters, or unused bits that are not zero.
  ///
  /// It is strict, so that every value has one spelling. A changed token never decodes to the same bytes.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    decode(Array(text.utf8))
  }

  /// Decodes base64 or base64url, with or without padding, for programs that disagree about them.
  package static func decode(anyForm text: String) -> [UInt8]? {
    var digits = Array(text.utf8)
    if digits.count % 4 == 0 {
      for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    }
    return decode(
      digits.map { digit in
        switch digit {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: digit
        }
      })
  }

  /// Decodes the bytes of a text.
  package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    // One copy is far cheaper than reading a slice byte by byte.
    let text = Array(text)
    guard text.count % 4 != 1 else { return nil }
    let values = values
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var bits: UInt32 = 0
    var held = 0
    for digit in text {
      let value = values[Int(digit)]
      guard value < 64 else { return nil }
      bits = bits << 6 | UInt32(value)
      held += 6
      if held >= 8 {
        held -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
      }
    }
    return bits & (1 << UInt32(held) - 1) == 0 ? bytes : nil
  }

  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()
}
