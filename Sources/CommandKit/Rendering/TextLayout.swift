import Essentials

/// Lays out plain text for a terminal.
package enum TextLayout {
  /// Wraps `text` in lines of at most `width` columns. A longer word gets its own line.
  package static func wrap(_ text: String, width: Int) -> [String] {
    wrap(text.split(whereSeparator: \.isWhitespace), width: width)
  }

  /// Wraps words that may contain spaces.
  static func wrap(_ words: [some StringProtocol], width: Int) -> [String] {
    LineWrapping.lines(
      of: words.enumerated().map { ($0 == 0 ? "" : " ", Substring($1)) }, columns: width)
  }

  /// Wraps paragraphs in the language of `catalog`. Lines that begin with a space stay unchanged.
  static func prose(_ text: String, width: Int, in catalog: Catalog) -> [String] {
    Array(
      paragraphs(text).map { paragraph in
        switch paragraph {
        case .text(let text): wrap(Text(english: text).in(catalog), width: width)
        case .verbatim(let lines): lines
        }
      }.joined(separator: [""]))
  }

  /// Lays out terms in one column and their texts in another. The text of a long term is below it.
  static func table(_ rows: [(term: String, text: String)], width: Int) -> [String] {
    table(rows, column: column(of: rows), width: width)
  }

  /// Lays out tables with their headings, one below the other, with aligned columns. Empty tables are left out.
  static func tables(_ tables: [(title: String, rows: [(term: String, text: String)])], width: Int)
    -> [String]
  {
    let column = column(of: tables.flatMap(\.rows))
    return tables.filter { !$0.rows.isEmpty }.flatMap {
      [$0.title] + table($0.rows, column: column, width: width)
    }
  }

  private static func column(of rows: [(term: String, text: String)]) -> Int {
    min(rows.map { LineWrapping.width($0.term) }.max() ?? 0, 26)
  }

  private static func table(
    _ rows: [(term: String, text: String)], column: Int, width: Int
  ) -> [String] {
    let indent = String(repeating: " ", count: column + 4)
    return rows.flatMap { row in
      let text = wrap(row.text, width: max(width - indent.count, 20))
      guard LineWrapping.width(row.term) <= column, let first = text.first else {
        return ["  " + row.term] + text.map { indent + $0 }
      }
      return ["  " + row.term.padded(to: column + 2) + first]
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
