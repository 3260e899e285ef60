/// The characters that take two columns of a terminal.
enum WideCharacters {
  static func contains(_ character: Unicode.Scalar) -> Bool {
    guard character.value >= 0x1100 else { return false }
    return character.properties.isEmojiPresentation || ranges.contains { $0.contains(character.value) }
  }

  /// The values W and F in EastAsianWidth.txt of Unicode 17.0, without emoji and marks that combine.
  ///
  /// Ranges also cover the unassigned characters between two neighbors.
  private static let ranges: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul Jamo
    0x2329...0x232A,  // angle brackets
    0x2630...0x2637,  // trigrams
    0x268A...0x268F,  // monograms and digrams
    0x2E80...0x3029,  // radicals, and punctuation of Chinese and Japanese
    0x3030...0x303E,  // more of it, without the marks that combine
    0x3041...0x3096,  // Hiragana, without the marks that combine
    0x309B...0x3247,  // Katakana, Bopomofo
    0x3250...0xA4C6,  // Han, Yi
    0xA960...0xA97C,  // more of Hangul Jamo
    0xAC00...0xD7A3,  // Hangul
    0xF900...0xFAFF,  // compatibility forms of Han
    0xFE10...0xFE19,  // vertical forms
    0xFE30...0xFE6B,  // small and vertical forms
    0xFF01...0xFF60,  // fullwidth forms of ASCII
    0xFFE0...0xFFE6,  // fullwidth signs
    0x16FE0...0x18DF2,  // Tangut, Khitan
    0x1AFF0...0x1B2FB,  // historic Kana, Nushu
    0x1D300...0x1D376,  // Tai Xuan Jing, counting rods
    0x1F200...0x1F265,  // enclosed ideographs
    0x20000...0x3FFFD,  // rare Han
  ]
}
