import Essentials

/// Plain text laid out for a terminal.
package enum TextLayout {
  /// The words of `text` in lines of at most `width` characters; a longer word gets a line of its own.
  package static func wrap(_ text: String, width: Int) -> [String] {
    wrap(text.split(whereSeparator: \.isWhitespace), width: width)
  }

  /// The same for words that may have spaces in them.
  static func wrap(_ words: [some StringProtocol], width: Int) -> [String] {
    LineWrapping.lines(
      of: words.enumerated().map { ($0 == 0 ? "" : " ", Substring($1)) }, columns: width)
  }

  /// Paragraphs are wrapped, lines that begin with a space stay as they are.
  static func prose(_ text: String, width: Int) -> [String] {
    Array(
      paragraphs(text).map { paragraph in
        switch paragraph {
        case .text(let text): wrap(text, width: width)
        case .verbatim(let lines): lines
        }
      }.joined(separator: [""]))
  }

  /// Terms in one column, their texts in another; a long term has its text below.
  static func table(_ rows: [(term: String, text: String)], width: Int) -> [String] {
    table(rows, column: column(of: rows), width: width)
  }

  /// Tables with titles, one below the other, their columns in line; those without a row are left out.
  static func tables(_ tables: [(title: String, rows: [(term: String, text: String)])], width: Int)
    -> [String]
  {
    let column = column(of: tables.flatMap(\.rows))
    return tables.filter { !$0.rows.isEmpty }.flatMap {
      [$0.title + ":"] + table($0.rows, column: column, width: width)
    }
  }

  private static func column(of rows: [(term: String, text: String)]) -> Int {
    min(rows.map(\.term.count).max() ?? 0, 26)
  }

  private static func table(
    _ rows: [(term: String, text: String)], column: Int, width: Int
  ) -> [String] {
    let indent = String(repeating: " ", count: column + 4)
    return rows.flatMap { row in
      let text = wrap(row.text, width: max(width - indent.count, 20))
      let padding = column - row.term.count
      guard padding >= 0, let first = text.first else {
        return ["  " + row.term] + text.map { indent + $0 }
      }
      return ["  " + row.term + String(repeating: " ", count: padding + 2) + first]
        + text.dropFirst().map { indent + $0 }
    }
  }

  package enum Paragraph: Equatable {
    case text(String)
    case verbatim([String])
  }

  package static func paragraphs(_ text: String) -> [Paragraph] {
    text.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "").map { lines in
      lines.first?.first == " "
        ? .verbatim(lines.map(String.init)) : .text(lines.joined(separator: " "))
    }
  }
}
