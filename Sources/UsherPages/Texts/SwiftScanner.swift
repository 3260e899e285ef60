/// Splits Swift source into tokens.
///
/// It knows comments and string literals in every form, but no regular expressions between slashes.
struct SwiftScanner {
  private let source: [Unicode.Scalar]
  private var position = 0
  private var line = 1

  static func tokens(of source: String) -> [SwiftToken] {
    var scanner = SwiftScanner(source: Array(source.unicodeScalars))
    return scanner.tokens(toParenthesis: false)
  }

  private init(source: [Unicode.Scalar]) {
    self.source = source
  }

  /// Reads to the end of the source, or past the parenthesis that closes an interpolation.
  private mutating func tokens(toParenthesis: Bool) -> [SwiftToken] {
    var tokens: [SwiftToken] = []
    var depth = 0
    while let next = peek() {
      if next.properties.isWhitespace {
        advance()
      } else if starts("//") {
        while let character = peek(), character != "\n" { _ = character; advance() }
      } else if starts("/*") {
        skipComment()
      } else if let literal = stringLiteral() {
        tokens.append(.literal(literal))
      } else if Self.isOfWord(next) {
        let (start, line) = (position, line)
        while let character = peek(), Self.isOfWord(character) { _ = character; advance() }
        tokens.append(.word(text(from: start), line: line))
      } else if "()[]{},:;".unicodeScalars.contains(next) {
        if next == "(" { depth += 1 }
        if next == ")" {
          if depth == 0, toParenthesis {
            advance()
            return tokens
          }
          depth -= 1
        }
        tokens.append(.symbol(String(Character(next)), line: line))
        advance()
      } else {
        let (start, line) = (position, line)
        repeat { advance() } while peek().map(Self.isOfOperator) == true && !starts("//") && !starts("/*")
        tokens.append(.symbol(text(from: start), line: line))
      }
    }
    return tokens
  }

  // MARK: - Literals

  /// Reads a string literal; nil, and nothing is read, if there is none.
  private mutating func stringLiteral() -> SwiftLiteral? {
    var quote = position
    while quote < source.count, source[quote] == "#" { quote += 1 }
    guard quote < source.count, source[quote] == "\"" else { return nil }
    let hashes = String(repeating: "#", count: quote - position)
    var literal = SwiftLiteral(line: line)
    while position < quote { advance() }
    literal.isMultiline = starts("\"\"\"")
    let delimiter = literal.isMultiline ? "\"\"\"" : "\""
    skip(delimiter)

    var text = ""
    func flushed() -> [SwiftLiteral.Part] { text.isEmpty ? [] : [.text(text)] }
    while let character = peek(), !starts(delimiter + hashes) {
      if starts("\\" + hashes) {
        skip("\\" + hashes)
        if peek() == "(" {
          advance()
          let start = position
          let tokens = tokens(toParenthesis: true)
          literal.parts +=
            flushed() + [.interpolation(tokens, source: self.text(from: start, to: position - 1))]
          text = ""
        } else {
          text.unicodeScalars.append(contentsOf: escape())
        }
      } else {
        text.unicodeScalars.append(character)
        advance()
      }
    }
    literal.parts += flushed()
    skip(delimiter + hashes)
    return literal
  }

  /// Reads what follows a backslash.
  private mutating func escape() -> [Unicode.Scalar] {
    guard let character = peek() else { return [] }
    advance()
    switch character {
    case "n": return ["\n"]
    case "r": return ["\r"]
    case "t": return ["\t"]
    case "0": return ["\0"]
    case "u":
      advance()
      let start = position
      while let digit = peek(), digit != "}" { _ = digit; advance() }
      defer { advance() }
      return [UInt32(text(from: start), radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"]
    case "\n":
      return []
    default: return [character]
    }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if starts("/*") {
        depth += 1
        skip("/*")
      } else if starts("*/") {
        depth -= 1
        skip("*/")
      } else {
        advance()
      }
    } while depth > 0 && peek() != nil
  }

  // MARK: - Characters

  private func peek() -> Unicode.Scalar? {
    position < source.count ? source[position] : nil
  }

  private mutating func advance() {
    if peek() == "\n" { line += 1 }
    position += 1
  }

  private mutating func skip(_ text: String) {
    for _ in text.unicodeScalars { advance() }
  }

  private func starts(_ text: String) -> Bool {
    source[min(position, source.count)...].starts(with: text.unicodeScalars)
  }

  private func text(from start: Int, to end: Int? = nil) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: source[start..<min(end ?? position, source.count)])
    return String(text)
  }

  private static func isOfWord(_ character: Unicode.Scalar) -> Bool {
    character.properties.isAlphabetic || ("0"..."9").contains(character)
      || "_@#$`".unicodeScalars.contains(character)
  }

  private static func isOfOperator(_ character: Unicode.Scalar) -> Bool {
    "/=-+!*%<>&|^~?.\\".unicodeScalars.contains(character)
  }
}

/// A word of Swift source, as far as finding string literals needs to know.
enum SwiftToken: Equatable {
  /// A keyword, a name or a number, with its line.
  case word(String, line: Int)
  /// An operator, or one bracket, comma, colon or semicolon, with its line.
  case symbol(String, line: Int)
  case literal(SwiftLiteral)

  var line: Int {
    switch self {
    case .word(_, let line), .symbol(_, let line): line
    case .literal(let literal): literal.line
    }
  }

  func isSymbol(_ text: String) -> Bool {
    if case .symbol(text, _) = self { true } else { false }
  }

  func isWord(_ text: String) -> Bool {
    if case .word(text, _) = self { true } else { false }
  }

  var literal: SwiftLiteral? {
    if case .literal(let literal) = self { literal } else { nil }
  }
}

/// A string literal in Swift source.
struct SwiftLiteral: Equatable {
  enum Part: Equatable {
    case text(String)
    case interpolation([SwiftToken], source: String)
  }

  var parts: [Part] = []
  /// Whether `"""` encloses it.
  var isMultiline = false
  /// Counted from 1.
  let line: Int

  /// What `Text` makes of the literal: `%1$@` for the first interpolation, and `%%` for a percent sign.
  var format: String {
    var count = 0
    return parts.map { part in
      switch part {
      case .text(let text): return text.replacing("%", with: "%%")
      case .interpolation:
        count += 1
        return "%\(count)$@"
      }
    }.joined()
  }

  /// The sources of the interpolations.
  var arguments: [String] {
    parts.compactMap { part in
      if case .interpolation(_, let source) = part { source } else { nil }
    }
  }

  /// Whether it contains a word, and beside it another one, an option or an interpolation.
  ///
  /// Names of values are in capitals, so they are no words.
  var isProse: Bool {
    let spans = parts.map { part in
      if case .text(let text) = part { text } else { "%" }
    }.joined().split { $0 == " " || $0 == "\n" }
    return spans.contains { $0.first != "-" && $0.contains(where: \.isLowercase) }
      && spans.count { $0.contains { $0.isLetter || $0 == "%" } } > 1
  }
}
