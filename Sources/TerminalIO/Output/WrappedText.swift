import Essentials

/// Text for people in lines of a terminal, broken between words.
///
/// A command stays whole, so that it can be copied: one on an indented line of its own, and `usher …` after a colon or
/// two spaces, as far as the next semicolon. What follows a label is aligned below itself. Colon and semicolon may be
/// those of Chinese, `：` and `；`, which no space follows.
package enum WrappedText {
  /// - Parameter columns: nil where nobody knows how many a line holds, and nothing is broken.
  package static func lines(_ text: String, columns: Int?) -> String {
    guard let columns, columns > 0 else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        if LineWrapping.width(line) <= columns || line.hasPrefix("  usher ") { return String(line) }
        let head = head(of: line, columns: columns)
        let width = LineWrapping.width(head)
        return head
          + LineWrapping.lines(of: parts(line[head.endIndex...]), columns: columns - width)
          .joined(separator: "\n" + String(repeating: " ", count: width))
      }.joined(separator: "\n")
  }

  /// What the other lines are indented by: the spaces before the text, or a short label and those after it.
  private static func head(of line: Substring, columns: Int) -> Substring {
    let indentation = line.prefix { $0 == " " }
    guard let gap = line[indentation.endIndex...].firstRange(of: "  ") else { return indentation }
    let rest = line[gap.lowerBound...].drop { $0 == " " }
    let head = line[..<rest.startIndex]
    return LineWrapping.width(head) <= columns / 2 && !rest.hasPrefix("usher ") ? head : indentation
  }

  /// Words and whole commands, each with the spaces before it.
  private static func parts(_ text: Substring) -> [(gap: Substring, text: Substring)] {
    var parts: [(gap: Substring, text: Substring)] = []
    var rest = text
    while !rest.isEmpty {
      let gap = rest.prefix { $0 == " " }
      rest = rest[gap.endIndex...]
      let mayBeCommand = gap.count > 1 || parts.last?.text.last.map { ":：".contains($0) } == true
      let part = mayBeCommand && rest.hasPrefix("usher ") ? command(rest) : word(rest)
      parts.append((gap, part))
      rest = rest[part.endIndex...]
    }
    return parts
  }

  /// As far as the next space, or the colon that a command follows without one.
  private static func word(_ text: Substring) -> Substring {
    let word = text.prefix { $0 != " " }
    return word.hasSuffix("：usher") ? word.dropLast("usher".count) : word
  }

  /// As far as the semicolon that another clause follows.
  private static func command(_ text: Substring) -> Substring {
    let end = text.indices.first { text[$0...].hasPrefix("; ") || text[$0] == "；" }
    return end.map { text[...$0] } ?? text
  }
}

/// What a line of a terminal is told to do while it is written again and again.
package enum TerminalLine {
  /// Empties the line, and goes back to its beginning.
  package static let clear = "\r\u{1B}[K"
}
