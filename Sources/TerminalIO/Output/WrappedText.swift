import Essentials

/// Text for people in lines of a terminal, broken between words.
///
/// A command stays whole, so that it can be copied: what follows two spaces, and `usher …` after a colon as far as
/// the next semicolon.
package enum WrappedText {
  /// - Parameter columns: nil where nobody knows how many a line holds, and nothing is broken.
  package static func lines(_ text: String, columns: Int?) -> String {
    guard let columns, columns > 0 else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        if LineWrapping.width(line) <= columns { return String(line) }
        return LineWrapping.lines(of: parts(line), columns: columns).joined(separator: "\n")
      }.joined(separator: "\n")
  }

  /// Words and whole commands, each with the spaces before it.
  private static func parts(_ text: Substring) -> [(gap: Substring, text: Substring)] {
    var parts: [(gap: Substring, text: Substring)] = []
    var rest = text
    while !rest.isEmpty {
      let gap = rest.prefix { $0 == " " }
      rest = rest[gap.endIndex...]
      let part: Substring =
        if gap.count > 1, !parts.isEmpty {
          rest
        } else if parts.last?.text.last == ":", rest.hasPrefix("usher ") {
          command(rest)
        } else {
          word(rest)
        }
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
