// Protocols compare text as bytes, and some ignore the case of A to Z. With Unicode's rules, a Kelvin sign is a k in
// lower case, and a K even with `==`. Then one name would match another.

extension StringProtocol {
  /// Returns the text with the letters A to Z in lower case.
  package func asciiLowercased() -> String { toggled(UInt8(ascii: "A")...UInt8(ascii: "Z")) }

  /// Returns the text with the letters a to z in upper case.
  package func asciiUppercased() -> String { toggled(UInt8(ascii: "a")...UInt8(ascii: "z")) }

  private func toggled(_ letters: ClosedRange<UInt8>) -> String {
    let text = String(self)
    guard text.utf8.contains(where: letters.contains) else { return text }
    return String(decoding: text.utf8.map { letters.contains($0) ? $0 ^ 0x20 : $0 }, as: UTF8.self)
  }
}

extension String {
  /// Returns a name in camel case with small letters alone and `separator` between its words: of `keyID`, `key_id`.
  package func asciiWords(separatedBy separator: Unicode.Scalar) -> String {
    let bytes = Array(utf8)
    func isCapital(_ index: Int) -> Bool {
      bytes.indices.contains(index) && bytes[index] != bytes[index].asciiLowercased
    }
    var words: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      // Of several capital letters, the last one begins a word if small letters follow it.
      let endsCapitals = index + 1 < bytes.count && !isCapital(index + 1)
      if isCapital(index), index > 0, !isCapital(index - 1) || endsCapitals {
        words.append(UInt8(ascii: separator))
      }
      words.append(byte.asciiLowercased)
    }
    return String(decoding: words, as: UTF8.self)
  }

  /// Whether both have the same bytes.
  package func hasBytes(of other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  /// Whether both have the same bytes, without regard to the case of A to Z.
  package func hasBytes(ofAnyCase other: String) -> Bool {
    utf8.count == other.utf8.count
      && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
  }
}

extension UInt8 {
  /// The byte, or the small letter if it is one of A to Z.
  package var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

  /// Whether the byte is one of A to Z or a to z.
  package var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }

  /// Whether the byte is one of 0 to 9.
  package var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
}
