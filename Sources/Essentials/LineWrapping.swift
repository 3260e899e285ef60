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
