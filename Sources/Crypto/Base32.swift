/// Base32 of RFC 4648 §6 without padding, the alphabet of TOTP secrets.
package enum Base32 {
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    var bits: UInt32 = 0
    var held: UInt32 = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      held += 8
      while held >= 5 {
        held -= 5
        text.append(digit(bits >> held & 31))
      }
    }
    if held > 0 { text.append(digit(bits << (5 - held) & 31)) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes `text` as people and apps write it: in either case, with or without padding, and in groups.
  ///
  /// Spaces or dashes may separate the groups. Returns nil for other characters, and for lengths and leftover bits that
  /// no bytes produce. So it notices some lost characters.
  package static func decode(_ text: String) -> [UInt8]? {
    let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 6 else { return nil }
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var held: UInt32 = 0
    for digit in text.utf8.dropLast(padding) {
      if digit == UInt8(ascii: " ") || digit == UInt8(ascii: "-") { continue }
      guard let value = value(digit) else { return nil }
      bits = bits << 5 | value
      held += 5
      if held >= 8 {
        held -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> held))
      }
    }
    return held < 5 && bits & (1 << held - 1) == 0 ? bytes : nil
  }

  private static func digit(_ value: UInt32) -> UInt8 {
    value < 26 ? UInt8(ascii: "A") + UInt8(value) : UInt8(ascii: "2") + UInt8(value - 26)
  }

  private static func value(_ digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a"))
    case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt32(digit - UInt8(ascii: "2") + 26)
    default: nil
    }
  }
}
