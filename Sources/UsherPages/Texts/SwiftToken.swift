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
