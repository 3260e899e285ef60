import Essentials

/// Text for people in lines of a terminal, broken between words.
///
/// A command stays whole, so that it can be copied: one on an indented line of its own, and `usher …` after a colon or
/// two spaces, as far as the next semicolon. What follows a label is aligned below itself.
package enum WrappedText {
  /// - Parameter columns: nil where nobody knows how many a line holds, and nothing is broken.
  package static func lines(_ text: String, columns: Int?) -> String {
    guard let columns, columns > 0 else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        if LineWrapping.width(line) <= columns || line.hasPrefix("  usher ") { return String(line) }
        let head = head(of: line, columns: columns)
        let indentation = String(repeating: " ", count: head.count)
        return head
          + LineWrapping.lines(of: parts(line.dropFirst(head.count)), columns: columns - head.count)
          .joined(separator: "\n" + indentation)
      }.joined(separator: "\n")
  }

  /// What the other lines are indented by: the spaces before the text, or a short label and those after it.
  private static func head(of line: Substring, columns: Int) -> Substring {
    let indentation = line.prefix { $0 == " " }
    guard let gap = line[indentation.endIndex...].firstRange(of: "  ") else { return indentation }
    let rest = line[gap.lowerBound...].drop { $0 == " " }
    let head = line[..<rest.startIndex]
    return head.count <= columns / 2 && !rest.hasPrefix("usher ") ? head : indentation
  }

  /// Words and whole commands, each with the spaces before it.
  private static func parts(_ text: Substring) -> [(gap: Substring, text: Substring)] {
    var parts: [(gap: Substring, text: Substring)] = []
    var rest = text
    while !rest.isEmpty {
      let gap = rest.prefix { $0 == " " }
      rest = rest[gap.endIndex...]
      let mayBeCommand = parts.last?.text.last == ":" || gap.count > 1
      let part = mayBeCommand && rest.hasPrefix("usher ") ? command(rest) : word(rest)
      parts.append((gap, part))
      rest = rest[part.endIndex...]
    }
    return parts
  }

  private static func word(_ text: Substring) -> Substring { text.prefix { $0 != " " } }

  /// As far as the semicolon that another clause follows.
  private static func command(_ text: Substring) -> Substring {
    var end = text.startIndex
    while end < text.endIndex, !text[end...].hasPrefix("; ") { end = text.index(after: end) }
    return end == text.endIndex ? text : text[...end]
  }
}
