/// A line in words, as a shell splits it: quotes hold a word together, a backslash makes the next character an
/// ordinary one, a word that begins with `#` begins a comment.
///
/// Nothing is expanded, and `&` is a character like others: links hold it. A word that would join commands or
/// lead their output elsewhere is a problem, as who typed it expects that.
package struct SplitLine: Equatable, Sendable {
  /// As far as they can be told where there is a problem.
  package private(set) var words: [String] = []

  /// What of the line belongs to the word that it ends in, quotes included; empty where it ends after a word.
  package private(set) var unfinished = ""

  /// What follows the `#` of a comment.
  package private(set) var comment = ""

  package private(set) var problem: Problem?

  package enum Problem: Equatable, Sendable {
    case openQuote(Character)
    /// Nothing follows the backslash at the end.
    case openBackslash
    case shellOperator(String)
  }

  private static let operators: Set = [
    "|", "||", "&&", "&", ";", ">", ">>", "<", "<<", "2>", "2>&1", "&>", "|&",
  ]

  package init(_ line: String) {
    var reader = Reader()
    // By scalars, since a combining mark after a quote would hide it in a `Character`.
    let scalars = line.unicodeScalars
    for index in scalars.indices where !reader.isComment {
      reader.read(scalars[index])
      if reader.isComment { comment = String(scalars[scalars.index(after: index)...]) }
    }
    let isOpen = reader.isWithinWord
    unfinished = isOpen ? String(reader.raw) : ""
    if let quote = reader.quote {
      problem = .openQuote(Character(quote))
    } else if reader.isEscaped {
      problem = .openBackslash
    }
    reader.endWord()
    words = reader.words.map(\.text)
    let shellOperator = reader.words.lazy.filter { !$0.isQuoted }.compactMap {
      Self.shellOperator(in: $0.text)
    }
    .first
    problem = problem ?? shellOperator.map { .shellOperator($0) }
  }

  private static func shellOperator(in word: String) -> String? {
    if operators.contains(word) { return word }
    // A semicolon needs no spaces around it. In links it can stand.
    return word.contains(";") && !word.contains("&") && !word.contains("://") ? ";" : nil
  }
}

/// Where in the line reading stands.
private struct Reader {
  var words: [(text: String, isQuoted: Bool)] = []
  /// The word that is being read, as it stands in the line.
  var raw = String.UnicodeScalarView()
  var quote: Unicode.Scalar?
  var isEscaped = false
  var isComment = false
  private var text = String.UnicodeScalarView()
  private var isQuoted = false

  var isWithinWord: Bool { !raw.isEmpty }

  mutating func read(_ scalar: Unicode.Scalar) {
    switch scalar {
    case _ where isEscaped: readEscaped(scalar)
    case "\\" where quote != "'":
      raw.append(scalar)
      (isEscaped, isQuoted) = (true, true)
    case _ where scalar == quote:
      raw.append(scalar)
      quote = nil
    case "'" where quote == nil, "\"" where quote == nil:
      raw.append(scalar)
      (quote, isQuoted) = (scalar, true)
    case "#" where quote == nil && !isWithinWord: isComment = true
    case _ where quote == nil && scalar.properties.isWhitespace: endWord()
    default: append(scalar)
    }
  }

  /// Within double quotes a backslash is one, unless it hides what would have a meaning there.
  private mutating func readEscaped(_ scalar: Unicode.Scalar) {
    if quote == "\"", !"\"\\$`".unicodeScalars.contains(scalar) { text.append("\\") }
    isEscaped = false
    append(scalar)
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    raw.append(scalar)
    text.append(scalar)
  }

  mutating func endWord() {
    if isWithinWord { words.append((String(text), isQuoted)) }
    raw.removeAll()
    text.removeAll()
    isQuoted = false
  }
}

extension [String] {
  /// The words as a line for a shell, to be copied: what a shell would take for its own is quoted.
  package var shellLine: String {
    map { word in
      word.isEmpty || !word.utf8.allSatisfy(Self.isPlain)
        ? "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
        : word
    }.joined(separator: " ")
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_@%+=:,./-".utf8.contains(byte)
    }
  }
}
