/// The quoted-printable encoding of e-mails (RFC 2045, section 6.7).
enum QuotedPrintable {
  /// Decodes `text`; nil unless it contains an `=`, and each `=` begins an escape or a soft line break.
  ///
  /// A bare link with a known mode is never decoded, because the characters after its `mode=` are not an escape.
  static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.contains(UInt8(ascii: "=")) else { return nil }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.first {
      if let length = softBreak(in: rest) {
        rest.removeFirst(length)
      } else if byte == UInt8(ascii: "=") {
        let digits = rest.dropFirst().prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == 2 else { return nil }
        decoded.append(UInt8(digits[0] << 4 | digits[1]))
        rest.removeFirst(3)
      } else {
        decoded.append(byte)
        rest.removeFirst()
      }
    }
    return decoded
  }

  /// Returns the length of the soft line break at the start of `text`; nil if there is none.
  static func softBreak(in text: ArraySlice<UInt8>) -> Int? {
    guard text.first == UInt8(ascii: "=") else { return nil }
    let next = text.dropFirst().prefix(2)
    if next.first == 10 { return 2 }
    return next.elementsEqual([13, 10]) ? 3 : nil
  }
}
