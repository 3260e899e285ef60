/// Wraps words in lines for a terminal.
package enum LineWrapping {
  /// Returns lines with as many words as fit into `columns`, and at least one.
  ///
  /// - Parameter words: The words, each with the gap before it. The gap is dropped at the start of a later line.
  package static func lines(
    of words: some Sequence<(gap: Substring, text: Substring)>, columns: Int
  ) -> [String] {
    var lines: [String] = []
    var used = 0
    for (gap, text) in together(words.flatMap(parts)) {
      let width = width(text)
      let gapWidth = Self.width(gap)
      if !lines.isEmpty, used + gapWidth + width <= columns {
        lines[lines.count - 1] += gap + text
        used += gapWidth + width
      } else {
        used = width + (lines.isEmpty ? gapWidth : 0)
        lines.append(String(lines.isEmpty ? gap + text : text))
      }
    }
    return lines
  }

  private static func parts(of word: (gap: Substring, text: Substring)) -> [(gap: Substring, text: Substring)]
  {
    LineBreaks.parts(of: word.text).enumerated().map { ($0 == 0 ? word.gap : "", $1) }
  }

  /// Joins what must not be broken: a country code with the number after it, and "(uid" with the uid.
  private static func together(
    _ words: some Sequence<(gap: Substring, text: Substring)>
  ) -> [(gap: Substring, text: Substring)] {
    words.reduce(into: []) { parts, word in
      guard let last = parts.last, word.gap == " ",
        ["(uid", "（uid"].contains(last.text)
          || isCountryCode(last.text) && word.text.first?.isNumber == true
      else { return parts.append(word) }
      parts[parts.count - 1].text = last.text + " " + word.text
    }
  }

  private static func isCountryCode(_ word: Substring) -> Bool {
    let code = word.drop(while: LineBreaks.opens)
    return code.count > 1 && code.first == "+" && code.dropFirst().allSatisfy(\.isNumber)
  }

  /// Returns the number of columns of the text. Escape sequences for colours have none.
  package static func width(_ text: some StringProtocol) -> Int {
    let text = String(text)
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text.utf8.count }
    let shown = text.utf8.contains(0x1B) ? text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") : text
    return shown.reduce(0) { $0 + width($1) }
  }

  /// Returns the columns of the character's first scalar: the marks that combine with it have none.
  static func width(_ character: Character) -> Int {
    let base = character.unicodeScalars[character.unicodeScalars.startIndex]
    if WideCharacters.contains(base) { return 2 }
    if base.isASCII { return 1 }
    return switch base.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: 0
    default: 1
    }
  }
}

extension StringProtocol {
  /// Returns this text with spaces up to `columns` of a terminal, and at least one space.
  package func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: Swift.max(1, columns - LineWrapping.width(self)))
  }

  /// Returns this text if it has at most `columns`, or else as much of it as fits before "...".
  package func cut(to columns: Int) -> String {
    var left = LineWrapping.width(self) - columns
    if left <= 0 { return String(self) }
    left += "...".count
    var start = self[...]
    while left > 0, let last = start.popLast() { left -= LineWrapping.width(last) }
    return start + "..."
  }
}

/// Where a line may break in Chinese and Japanese, which have no spaces between words.
enum LineBreaks {
  /// Returns the parts of `word` between which a line may break.
  ///
  /// A word with a space in it is a command, and stays whole.
  static func parts(of word: Substring) -> [Substring] {
    if word.utf8.allSatisfy({ $0 < 0x80 }) || word.contains(" ") { return [word] }
    var parts: [Substring] = []
    var rest = word
    for (index, next) in zip(word.indices, word.indices.dropFirst())
    where mayBreak(between: word[index], and: word[next]) {
      parts.append(rest[..<next])
      rest = rest[next...]
    }
    return parts + [rest]
  }

  private static func mayBreak(between left: Character, and right: Character) -> Bool {
    (LineWrapping.width(left) == 2 || LineWrapping.width(right) == 2)
      && !opening.contains(left) && !closing.contains(right)
      // A straight quotation mark may open or close.
      && !quotes.contains(left) && !quotes.contains(right)
  }

  static func opens(_ mark: Character) -> Bool { opening.contains(mark) }

  private static let opening: Set<Character> = Set("（［｛〔〈《「『【〖“‘([{")

  /// The marks and the small Kana that never begin a line, and the escape character of a colour that ends.
  private static let closing: Set<Character> = Set(
    "，。、：；！？）］｝〕〉》」』】〗”’…·・～％,.:;!?)]}%/-" + "々ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ" + "\u{1B}")

  private static let quotes: Set<Character> = ["'", "\""]
}

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
