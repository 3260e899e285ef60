/// Words in lines of a terminal.
package enum LineWrapping {
  /// As many words on each line as `columns` hold, and at least one.
  ///
  /// - Parameter words: each with what stands before it, unless it begins another line.
  package static func lines(
    of words: some Sequence<(gap: Substring, text: Substring)>, columns: Int
  ) -> [String] {
    var lines: [String] = []
    for (gap, text) in words {
      if let line = lines.last, width(line) + width(gap) + width(text) <= columns {
        lines[lines.count - 1] = line + gap + text
      } else {
        lines.append(String(lines.isEmpty ? gap + text : text))
      }
    }
    return lines
  }

  /// How many columns the text takes: what sets colours takes none.
  package static func width(_ text: some StringProtocol) -> Int {
    guard text.utf8.contains(0x1B) else { return text.count }
    return String(text).replacing(#/\u{1B}\[[0-9;]*m/#, with: "").count
  }
}
