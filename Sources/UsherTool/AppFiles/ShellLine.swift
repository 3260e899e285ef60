import Essentials

/// The values that one line of a shell, a batch file, a Dockerfile or a Makefile sets or passes:
/// `flutter run --dart-define=NAME=value`, `setx NAME value`, `ENV NAME=value`.
struct ShellLine {
  typealias Setting = (name: String, value: String)

  enum Kind {
    /// What is set stays so for the following lines.
    case setting
    /// The values are those of one run of a program.
    case command
    /// The line has nothing but options, as between the lines of a command.
    case options
  }

  private(set) var kind = Kind.setting
  private(set) var settings: [Setting] = []

  /// Returns nil for a line that sets nothing.
  /// - Parameter line: A whole line, or several that a mark at each end continues.
  init?(_ line: Substring) {
    // Nothing else is worth the time.
    guard line.utf8.contains(where: { "= ".utf8.contains($0) }), let statements = Self.statements(of: line)
    else { return nil }
    for statement in statements { read(statement) }
    if settings.isEmpty { return nil }
  }

  /// The settings in a text in quotes that is a whole command, or an argument of one.
  static func settings(inText text: String) -> [Setting] {
    guard text.utf8.contains(UInt8(ascii: "=")), let statements = statements(of: text[...]) else { return [] }
    let words = statements.flatMap(\.self)
    let found = words.flatMap { settings(in: $0) }
    return words.contains(where: isOption) || found.count == words.count ? found : []
  }

  private mutating func read(_ statement: [String]) {
    var words = statement[...]
    let isItem = words.first == "-"
    if isItem { words.removeFirst() }
    guard let first = words.first else { return }
    let found = words.flatMap { Self.settings(in: $0) }
    let values = words.filter { !Self.isOption($0) }
    if Self.setters.contains(first) || Self.setters.contains(first.asciiLowercased()) && first.hasPrefix("@")
    {
      if found.isEmpty {
        // A batch file says for whom it sets a value with /M.
        let values = values.dropFirst().filter { !$0.hasPrefix("/") }
        guard values.count == 2, Self.isName(values[0]) else { return }
        settings.append((values[0], values[1]))
      } else {
        settings += found
      }
    } else if found.isEmpty {
      return
    } else if words.count == found.count, isItem || words.allSatisfy({ !Self.isOption($0) }) {
      if isItem || words.count > 1 || first.hasPrefix("$env:") { settings += found }
    } else if values.allSatisfy({ !Self.settings(in: $0).isEmpty }) {
      settings += found
      kind = .options
    } else if words.contains(where: Self.isOption)
      || found.count > 1 && found.allSatisfy({ $0.name == $0.name.asciiUppercased() })
    {
      settings += found
      kind = .command
    }
  }

  private static let setters: Set = [
    "export", "set", "SET", "setx", "SETX", "setenv", "ENV", "ARG", "declare", "typeset", "local", "readonly",
    "@set", "@setx", "#define",
  ]

  private static func isOption(_ word: String) -> Bool {
    let name = word.drop { $0 == "-" }
    return word.first == "-" && name.utf8.first.map(\.isASCIILetter) == true
  }

  /// Returns what `word` sets; several where commas separate them, as gcloud does.
  private static func settings(in word: String) -> [Setting] {
    guard let first = setting(in: word[...]) else { return [] }
    let parts = first.value.split(separator: ",", omittingEmptySubsequences: false)
    let others = parts.dropFirst().compactMap { setting(in: $0) }
    guard parts.count > 1, others.count == parts.count - 1 else { return [first] }
    return [(first.name, String(parts[0]))] + others
  }

  private static func setting(in word: Substring) -> Setting? {
    var word = word
    if word.first == "-" {
      let inner = word.drop { $0 != "=" }.dropFirst()
      if inner.utf8.contains(UInt8(ascii: "=")), let setting = setting(in: inner) { return setting }
      if ["-D", "-P", "-e", "-E"].contains(where: word.hasPrefix), !word.hasPrefix("--") {
        word = word.dropFirst(2)
      } else {
        word = word.drop { $0 == "-" }
      }
    } else if word.hasPrefix("$env:") {
      word = word.dropFirst(5)
    }
    guard let equals = word.firstIndex(of: "="), isName(String(word[..<equals])) else { return nil }
    var value = word[equals...].dropFirst()
    // As in a list.
    if value.last == "," { value.removeLast() }
    guard isValue(value) else { return nil }
    return (String(word[..<equals]), String(value))
  }

  private static func isName(_ text: String) -> Bool {
    text.utf8.first.map { $0.isASCIILetter || $0 == UInt8(ascii: "_") } == true
      && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "_.-".utf8.contains($0) }
  }

  /// Whether `text` can be a value, and is no part of an expression.
  private static func isValue(_ text: Substring) -> Bool {
    let isVariable = text.hasPrefix("$") || text.hasPrefix("%")
    return text.utf8.allSatisfy {
      (0x21...0x7E).contains($0) && (isVariable || !"(){}[]<>\"'`".utf8.contains($0))
    } && !text.hasPrefix("=")
  }

  /// Returns the words of each command in `line` without their quotes; nil if a quotation mark has no other one.
  private static func statements(of line: Substring) -> [[String]]? {
    var statements: [[String]] = [[]]
    var word: [UInt8]?
    var quote: UInt8?
    func end() {
      if let whole = word { statements[statements.count - 1].append(String(decoding: whole, as: UTF8.self)) }
      word = nil
    }
    var before: UInt8 = 0
    bytes: for byte in line.utf8 {
      defer { before = byte }
      switch byte {
      case _ where byte == quote: quote = nil
      case _ where quote != nil: word?.append(byte)
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        quote = byte
        word = word ?? []
      case 0...0x20: end()
      // What follows is set only if what is before fails.
      case UInt8(ascii: "|") where before == byte: break bytes
      case UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: "|"):
        end()
        if !statements[statements.count - 1].isEmpty { statements.append([]) }
      default: word == nil ? word = [byte] : word?.append(byte)
      }
    }
    guard quote == nil else { return nil }
    end()
    // The marks at the ends of continued lines.
    return statements.map { $0.filter { !["\\", "^", "`"].contains($0) } }
  }
}
