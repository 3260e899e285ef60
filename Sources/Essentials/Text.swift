/// A text for people, written like a string: an English format, and its arguments kept apart from it.
///
/// The format is the key of the translation. `make pages` collects the formats of the sources into
/// `Sources/Catalogs/usher.pot`; see "The languages" in CONTRIBUTING.md.
package struct Text: Sendable {
  enum Argument: Sendable {
    case string(String)
    case text(Text)
    /// A text in a column that is as wide as the widest of these, and two spaces wider.
    case column(Text, widest: [Text])
  }

  /// The English with `%1$@` for the first argument, and `%%` for a percent sign.
  package let format: String
  let arguments: [Argument]
  let plural: Plural?
  /// Whether catalogues may have the format: the texts of a list that the program makes have none of their own.
  let isKey: Bool

  /// The form for any number but one, and the number that decides.
  struct Plural: Sendable {
    let format: String
    let count: Int
  }

  init(format: String, arguments: [Argument], plural: Plural? = nil, isKey: Bool = true) {
    self.isKey = isKey
    self.format = format
    self.arguments = arguments
    self.plural = plural
  }

  /// A text that is the same in every language: a name, an address, a command.
  package init(verbatim text: String) {
    self.init(format: "%1$@", arguments: [.string(text)])
  }

  /// A sentence that a library keeps as a string. It can be translated if `make pages` collects it there.
  package init(english sentence: String) {
    self.init(format: sentence.asFormat, arguments: [])
  }

  /// A text with a number in it, in the form that the reader's language uses for `count`.
  ///
  /// Both forms have the same arguments in the same order.
  package init(counting count: Int, one: Text, other: Text) {
    self.init(
      format: one.format, arguments: other.arguments, plural: Plural(format: other.format, count: count))
  }

  /// `a, b or c`.
  package init(anyOf words: [String]) {
    self = words.inSentence { Text("\($0) or \($1)") }
  }

  /// `a, b and c`.
  package init(allOf words: [String]) {
    self = words.inSentence { Text("\($0) and \($1)") }
  }

  package var isEmpty: Bool { english.isEmpty }

  /// The text as scripts, logs and the manual have it.
  package var english: String { self.in(.english) }

  /// The text in the language of `catalog`; in English where that has no translation.
  package func `in`(_ catalog: Catalog) -> String {
    let english = plural.map { $0.count == 1 ? format : $0.format } ?? format
    let translation = isKey ? catalog.translation(format, plural.map { ($0.format, $0.count) }) : nil
    let text = translation ?? english
    return filled(catalog.program.map { text.calling($0) } ?? text, catalog)
  }

  /// The text with at most `SafeText.briefLimit` bytes of each argument, because any of them may be foreign.
  package var brief: Text {
    let arguments = arguments.map { argument -> Argument in
      switch argument {
      case .string(let text): .string(text.clipped(to: SafeText.briefLimit))
      case .text(let text): .text(text.brief)
      case .column: argument
      }
    }
    return Text(format: format, arguments: arguments, plural: plural, isKey: isKey)
  }

  /// Replaces the placeholders in `format` with the arguments.
  private func filled(_ format: String, _ catalog: Catalog) -> String {
    guard format.utf8.contains(UInt8(ascii: "%")) else { return format }
    var text = ""
    var rest = format[...]
    while let percent = rest.firstIndex(of: "%") {
      text += rest[..<percent]
      rest = rest[rest.index(after: percent)...]
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let end = rest[digits.endIndex...]
      if let number = Int(digits), arguments.indices.contains(number - 1), end.hasPrefix("$@") {
        switch arguments[number - 1] {
        case .string(let argument): text += argument
        case .text(let argument): text += argument.in(catalog)
        case .column(let argument, let all):
          let shown = argument.in(catalog)
          let width = (all.map { LineWrapping.width($0.in(catalog)) }.max() ?? 0) + 2
          text += shown.padded(to: width)
        }
        rest = end.dropFirst(2)
      } else {
        // "%%" is one percent sign.
        text += "%"
        if rest.first == "%" { rest = rest.dropFirst() }
      }
    }
    return text + rest
  }
}

// MARK: - As a literal

extension Text: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var format = ""
    fileprivate var arguments: [Argument] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      format += literal.asFormat
    }

    package mutating func appendInterpolation(_ value: some StringProtocol) {
      append(.string(String(value)))
    }

    package mutating func appendInterpolation(_ value: some BinaryInteger) {
      append(.string(String(value)))
    }

    package mutating func appendInterpolation(_ value: Character) {
      append(.string(String(value)))
    }

    package mutating func appendInterpolation(_ text: Text) {
      append(.text(text))
    }

    private mutating func append(_ argument: Argument) {
      arguments.append(argument)
      format += "%\(arguments.count)$@"
    }
  }

  package init(stringLiteral value: String) {
    self.init(english: value)
  }

  package init(stringInterpolation: StringInterpolation) {
    self.init(format: stringInterpolation.format, arguments: stringInterpolation.arguments)
  }

  /// Two halves of one literal that is too long for a line. To add words to a text, interpolate it instead.
  package static func + (left: Text, right: Text) -> Text {
    guard left.plural == nil, right.plural == nil else { return "\(left)\(right)" }
    let renumbered = (1...max(right.arguments.count, 1)).reversed().reduce(right.format) { format, number in
      format.replacing("%\(number)$@", with: "%\(number + left.arguments.count)$@")
    }
    return Text(format: left.format + renumbered, arguments: left.arguments + right.arguments)
  }
}

/// Texts are equal if their English is.
extension Text: Equatable, CustomStringConvertible {
  package static func == (left: Text, right: Text) -> Bool { left.english == right.english }

  package var description: String { english }
}

/// Results for scripts have texts in English.
extension Text: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(verbatim: try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(english)
  }
}

extension Text {
  /// Names in one column, and values in another.
  /// - Parameter names: The names that set the column's width; by default those of the rows.
  package static func rows(_ rows: [(name: Text, value: Text)], alignedWith names: [Text] = []) -> [Text] {
    let names = names.isEmpty ? rows.map(\.name) : names
    return rows.map { name, value in
      Text(format: "%1$@%2$@", arguments: [.column(name, widest: names), .text(value)], isKey: false)
    }
  }
}

extension [Text] {
  /// The texts, one after the other. `separator` has no words.
  package func joined(separator: String) -> Text {
    var joined = Text.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    for (index, text) in enumerated() {
      if index > 0 { joined.appendLiteral(separator) }
      joined.appendInterpolation(text)
    }
    return Text(format: joined.format, arguments: joined.arguments, isKey: false)
  }
}

extension Character {
  /// Whether it goes on with a word, a path or an option.
  fileprivate var isPartOfName: Bool {
    self == "/" || self == "-" || self == "_" || isASCII && (isLetter || isNumber)
  }
}

extension String {
  /// The format with `program` where it names usher.
  fileprivate func calling(_ program: String) -> String {
    var format = ""
    var rest = self[...]
    while let name = rest.firstRange(of: "usher") {
      let (before, after) = (rest[..<name.lowerBound].last, rest[name.upperBound...].first)
      // A path or another word has the letters, too.
      let isWord = ![before, after].contains { $0?.isPartOfName == true }
      format += rest[..<name.lowerBound] + (isWord ? program.asFormat : "usher")
      rest = rest[name.upperBound...]
    }
    return format + rest
  }

  /// The text as a format without placeholders.
  fileprivate var asFormat: String {
    // Few texts have a percent sign, and every literal of the program passes here.
    utf8.contains(UInt8(ascii: "%")) ? replacing("%", with: "%%") : self
  }
}

extension [String] {
  /// All but the last, with commas, and the last, joined by `conjunction`.
  fileprivate func inSentence(_ conjunction: (_ first: Text, _ last: String) -> Text) -> Text {
    guard count > 1, let first, let last else { return Text(verbatim: first ?? "") }
    let most = dropFirst().dropLast().reduce(Text(verbatim: first)) { Text("\($0), \($1)") }
    return conjunction(most, last)
  }
}
