/// Wraps words in lines for a terminal.
package enum LineWrapping {
  /// Returns lines with as many words as fit into `columns`, and at least one.
  ///
  /// - Parameter words: The words, each with the gap before it. The gap is dropped at the start of a later line.
  package static func lines(
    of words: some Sequence<(gap: Substring, text: Substring)>, columns: Int
  ) -> [String] {
    var lines: [String] = []
    for (gap, text) in together(words) {
      if let line = lines.last, width(line) + width(gap) + width(text) <= columns {
        lines[lines.count - 1] = line + gap + text
      } else {
        lines.append(String(lines.isEmpty ? gap + text : text))
      }
    }
    return lines
  }

  /// Joins what must not be broken: a country code with the number after it, and "(uid" with the uid.
  private static func together(
    _ words: some Sequence<(gap: Substring, text: Substring)>
  ) -> [(gap: Substring, text: Substring)] {
    words.reduce(into: []) { parts, word in
      guard let last = parts.last, word.gap == " ",
        last.text == "(uid" || isCountryCode(last.text) && word.text.first?.isNumber == true
      else { return parts.append(word) }
      parts[parts.count - 1].text = last.text + " " + word.text
    }
  }

  private static func isCountryCode(_ word: Substring) -> Bool {
    word.count > 1 && word.first == "+" && word.dropFirst().allSatisfy(\.isNumber)
  }

  /// Returns the number of columns of the text. Escape sequences for colours have none.
  package static func width(_ text: some StringProtocol) -> Int {
    guard text.utf8.contains(0x1B) else { return text.count }
    return String(text).replacing(#/\u{1B}\[[0-9;]*m/#, with: "").count
  }
}
