import CommandKit
private import Essentials

/// The parts of an mdoc page.
enum Mdoc {
  /// Formats paragraphs as text lines. Each sentence begins a new line, as mandoc's style requires.
  static func prose(_ text: String) -> [String] {
    TextLayout.paragraphs(text).reduce(into: []) { page, paragraph in
      switch paragraph {
      case .text(let text): page += (page.isEmpty ? [] : [".Pp"]) + lines(text)
      case .verbatim(let lines): page += literal(lines)
      }
    }
  }

  /// Splits `text` into lines of at most 78 bytes, with a break after each sentence.
  static func lines(_ text: String) -> [String] {
    var sentences: [[Substring]] = [[]]
    for word in text.split(whereSeparator: \.isWhitespace) {
      sentences[sentences.count - 1].append(word)
      if let last = word.last, ".!?".contains(last) { sentences.append([]) }
    }
    return sentences.flatMap { TextLayout.wrap(escaped($0.joined(separator: " ")), width: 78) }.map(line)
  }

  /// Formats a list of tagged items, each with a macro line and a text.
  static func list(_ items: [(tag: String, text: String)]) -> [String] {
    guard !items.isEmpty else { return [] }
    return [".Bl -tag -width Ds"] + items.flatMap { [".It " + $0.tag] + lines($0.text) } + [".El"]
  }

  /// Formats the terms with `macro`, then those under titles, and then the prose.
  static func text(_ text: HelpText, macro: String) -> [String] {
    let text = text.whole
    func items(_ terms: [HelpText.Term]) -> [String] {
      Self.list(terms.map { (macro + " " + words($0.name), $0.meaning.english) })
    }
    let list =
      items(text.terms) + text.groups.flatMap { [".Ss " + words($0.title.english)] + items($0.terms) }
    let prose = prose(text.prose)
    return list + (list.isEmpty || prose.isEmpty ? prose : [".Pp"] + prose)
  }

  /// Formats an argument in a list, for example `Fl p , Fl \-profile Ar NAME`.
  static func item(_ argument: ArgumentDescription) -> String {
    guard argument.isOption else { return "Ar " + words(argument.spelling) }
    return argument.spellings.map(flag).joined(separator: " , ")
      + value(of: argument)
  }

  private static func value(of argument: ArgumentDescription) -> String {
    argument.value.map { (argument.isValueOptional ? " Op Ar " : " Ar ") + words($0) } ?? ""
  }

  /// Formats an argument in the synopsis, for example `.Op Fl \-profile Ar NAME`.
  static func synopsis(_ argument: ArgumentDescription) -> String {
    let value = value(of: argument)
    let shown =
      switch argument.kind {
      case .positional: value.dropFirst()
      case .rest: Substring("Fl \\-" + value)
      case .option, .flag: Substring(flag("--" + argument.name) + value)
      }
    return (argument.isRequired ? "." : ".Op ") + shown
      + (argument.repeats && argument.kind != .flag ? " ..." : "")
  }

  static func examples(_ examples: [Example]) -> [String] {
    Array(examples.map { lines($0.purpose) + literal($0.lines) }.joined(separator: [".Pp"]))
  }

  /// Formats `lines` without the indentation of the first one.
  private static func literal(_ lines: [String]) -> [String] {
    let margin = lines.first?.prefix { $0 == " " }.count ?? 0
    return [".Bd -literal -offset 2n"] + lines.map { line(escaped(String($0.dropFirst(margin)))) } + [
      ".Ed"
    ]
  }

  /// Escapes words that mdoc would read as macros or delimiters.
  static func words(_ text: String) -> String {
    text.split(separator: " ").map { word in
      let isMacro = word.utf8.count < 4 && word.first?.isUppercase == true && word != word.uppercased()
      let isDelimiter = word.utf8.count == 1 && ".,:;()[]?!|".contains(word[word.startIndex])
      return (isMacro || isDelimiter ? "\\&" : "") + escaped(String(word))
    }.joined(separator: " ")
  }

  /// Converts a sentence for `.Nd`: no capital and no full stop.
  static func phrase(_ sentence: String) -> String {
    let phrase = sentence.last == "." ? sentence.dropLast() : sentence[...]
    let isAcronym = phrase.dropFirst().first?.isUppercase ?? false
    return isAcronym ? String(phrase) : phrase.prefix(1).lowercased() + phrase.dropFirst()
  }

  private static func flag(_ spelling: String) -> String {
    "Fl " + escaped(String(spelling.dropFirst()))
  }

  /// Escapes a line that would begin with a request.
  private static func line(_ text: String) -> String {
    text.first == "." || text.first == "'" ? "\\&" + text : text
  }

  /// Escapes backslashes, and dashes so that they stay ASCII and an option can be copied.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "\"": escaped += "\\(dq"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
