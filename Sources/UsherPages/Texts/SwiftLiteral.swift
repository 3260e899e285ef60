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
