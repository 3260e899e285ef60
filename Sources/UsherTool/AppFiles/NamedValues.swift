import Essentials

/// The names with their values in a text of any language: members of objects, named arguments, constants, and lines of
/// `.env`.
///
/// It evaluates nothing. A text that is no program gives some names, or none.
struct NamedValues {
  enum Value: Equatable {
    case text(String)
    /// The value of a variable or a constant; `fallback` is the value if it is not set. A value that must be computed
    /// has the name "".
    case variable(String, fallback: String?)
  }

  struct Entry: Equatable {
    /// The brackets, section or indented block that the name is directly in; 0 is outside of all.
    var group: Int
    var name: String
    var value: Value
  }

  private(set) var entries: [Entry] = []
  private var groups = 1

  init(_ text: String) {
    read(Tokens.read(text), outermost: 0, canNest: true)
  }

  /// - Parameter canNest: Whether texts in quotes are read, too, such as JSON in a variable.
  private mutating func read(_ tokens: [Tokens.Token], outermost: Int, canNest: Bool) {
    var open = [outermost]
    for (index, token) in tokens.enumerated() {
      switch token {
      case .open:
        open.append(groups)
        groups += 1
      case .close: if open.count > 1 { open.removeLast() }
      case .word(let name), .text(let name):
        if let value = Self.value(after: tokens[index...]) {
          entries.append(Entry(group: open[open.count - 1], name: name, value: value))
        }
        if canNest, case .text = token, name.utf8.contains(UInt8(ascii: "{")) {
          groups += 1
          read(Tokens.read(name), outermost: groups - 1, canNest: false)
        }
      case .mark, .lineEnd: break
      }
    }
  }

  /// Returns the value of the name at the start of `tokens`; nil if it has none.
  private static func value(after tokens: ArraySlice<Tokens.Token>) -> Value? {
    var rest = tokens.dropFirst()
    if case .word(let name) = tokens.first, isSetter(name) {
      // A call, such as `setApiKey("…")`.
      let call = Array(rest.prefix(3))
      if call.count == 3, call[0] == .open, case .text(let text) = call[1], call[2] == .close {
        return .text(text)
      }
    }
    guard case .mark(let mark)? = rest.popFirst(), [":", "=", "=>"].contains(mark) else { return nil }
    if mark == ":", case .word = rest.first, rest.dropFirst().first == .mark("=") {
      // The type of a constant.
      rest = rest.dropFirst(2)
    }
    if rest.first == .lineEnd {
      rest = rest.drop { $0 == .lineEnd }
      if case .mark(let mark) = rest.dropFirst().first, [":", "=", "=>"].contains(mark) { return nil }
    }
    switch rest.popFirst() {
    case .text(let text):
      if rest.first == .mark("+") { return .variable("", fallback: nil) }
      guard text.hasPrefix("${"), text.last == "}" else { return .text(text) }
      let expression = text.dropFirst(2).dropLast()
      let name = expression.prefix { isName(String($0)) || ".0123456789".contains($0) }
      let isCall = "([".contains(expression[name.endIndex...].first ?? " ")
      return .variable(isCall ? "" : String(name), fallback: nil)
    case .word(let word) where !isLiteral(word): return variable(word, rest)
    case nil: return nil
    default: return .variable("", fallback: nil)
    }
  }

  /// Reads an expression such as `process.env.NAME ?? "value"` or `String.fromEnvironment('NAME')`.
  private static func variable(_ word: String, _ rest: ArraySlice<Tokens.Token>) -> Value? {
    var (name, rest) = (word, rest)
    // The word directly before a bracket is called, and is no name.
    var callee: String? = word
    var fallback: String?
    var isFound = false
    var open = 0
    scan: while let token = rest.popFirst() {
      let word = callee
      callee = nil
      switch token {
      case .word("as"): break scan
      case .word("defaultValue") where open > 0:
        if case .text(let text) = rest.dropFirst().first { fallback = text }
        break scan
      case .word(let word):
        callee = word
        if !isFound, !word.hasPrefix(".") { name = word }
      case .open:
        open += 1
        guard let word, !isFound else { break }
        name = ""
        if case .text(let text) = rest.first(where: { $0 != .lineEnd }), readsVariable(word), isName(text) {
          name = text
          isFound = true
        }
      case .close where open > 0: open -= 1
      case .text where open > 0: break
      case .mark("!"), .mark("?"):
        if case .word(let part) = rest.first, part.hasPrefix(".") {
          rest.removeFirst()
          if !isFound { name += part }
          callee = name
        } else if token == .mark("?") {
          // A choice between two values.
          return .variable("", fallback: nil)
        }
      case .mark(","), .lineEnd: if open == 0 { break scan }
      case .mark("??"), .mark("||"):
        if case .text(let text) = rest.first { fallback = text }
        break scan
      default: break scan
      }
    }
    return .variable(name, fallback: fallback)
  }

  /// Whether the argument of `callee` is the name of a variable, as in `Deno.env.get("NAME")` or `process.env["NAME"]`.
  private static func readsVariable(_ callee: String) -> Bool {
    let parts = callee.asciiLowercased().split(separator: ".")
    let holders: Set<Substring> = ["env", "dotenv", "environ", "environment"]
    guard let last = parts.last else { return false }
    return holders.contains(last) || ["fromenvironment", "getenv"].contains(last)
      || ["get", "fetch", "maybeget"].contains(last) && parts.dropLast().last.map(holders.contains) == true
  }

  private static func isName(_ text: String) -> Bool {
    text.utf8.first.map { $0 == UInt8(ascii: "_") || isLetter($0) } == true
      && text.utf8.allSatisfy { $0 == UInt8(ascii: "_") || isLetter($0) || (0x30...0x39).contains($0) }
  }

  private static func isLiteral(_ word: String) -> Bool {
    word.first?.isNumber == true || ["true", "false", "null", "nil", "undefined"].contains(word)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// Returns what `name` has after its last full stop.
  static func lastPart(_ name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? ""
  }

  private static func isSetter(_ name: String) -> Bool { lastPart(name).hasPrefix("set") }
}

/// The tokens that JavaScript, Dart, Swift, Kotlin, JSON and the like have in common.
private struct Tokens {
  enum Token: Equatable {
    case word(String)
    /// A text in quotes, without its escapes, or the value in a line of `.env`.
    case text(String)
    /// A bracket, or the start and end of a section or an indented block.
    case open, close
    case lineEnd
    case mark(String)
  }

  private let bytes: [UInt8]
  private var place = 0
  /// The open brackets, sections and blocks; a block has the indentation that ends it, and a section -1.
  private var open: [Int?] = []
  /// How many brackets are open.
  private var depth = 0
  /// The indentation of the line before if it ends with a colon.
  private var parent: Int?
  private var tokens: [Token] = []

  static func read(_ text: String) -> [Token] {
    var reader = Tokens(bytes: Array(text.utf8))
    reader.readAll()
    return reader.tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func readAll() {
    var isLineStart = true
    while place < bytes.count {
      if place == 0 || bytes[place - 1] == 10 {
        readIndentation()
        if depth == 0, readSetting() { continue }
      }
      let byte = bytes[place]
      let wasLineStart = isLineStart
      if byte != UInt8(ascii: " "), byte != 9 { isLineStart = byte == 10 }
      switch byte {
      case 10:
        tokens.append(.lineEnd)
        place += 1
      case 0...0x20: place += 1
      case UInt8(ascii: "\\"): place += 2
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): readText(until: byte)
      case UInt8(ascii: "#") where wasLineStart: skip(to: "\n")
      case UInt8(ascii: "/") where starts("//") && !(place > 0 && bytes[place - 1] == UInt8(ascii: ":")):
        skip(to: "\n")
      case UInt8(ascii: "/") where starts("/*"):
        skip(to: "*/")
        place = min(place + 2, bytes.count)
      case UInt8(ascii: "<") where starts("<!--"): skip(to: "-->")
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("):
        push(nil)
        place += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
        if depth > 0 { while pop() != .some(nil) {} } else { tokens.append(.mark("}")) }
        place += 1
      case _ where Self.isWordByte(byte): tokens.append(.word(take(while: Self.isWordByte)))
      case _ where Self.operators.contains(byte): tokens.append(.mark(take(while: Self.operators.contains)))
      default:
        tokens.append(.mark(String(decoding: [byte], as: UTF8.self)))
        place += 1
      }
    }
  }

  private mutating func push(_ indentation: Int?) {
    tokens.append(.open)
    open.append(indentation)
    if indentation == nil { depth += 1 }
  }

  /// Closes the last of `open`, and returns it.
  @discardableResult private mutating func pop() -> Int?? {
    guard let last = open.popLast() else { return nil }
    tokens.append(.close)
    if last == nil { depth -= 1 }
    return .some(last)
  }

  /// Opens and closes sections, as in TOML, and blocks, as in YAML, at the start of a line.
  private mutating func readIndentation() {
    let end = bytes[place...].firstIndex(of: 10) ?? bytes.count
    let line = bytes[place..<end]
    let content = line.drop { $0 == UInt8(ascii: " ") || $0 == 9 || $0 == 13 }
    guard let first = content.first, first != UInt8(ascii: "#"), !content.starts(with: "//".utf8) else {
      return
    }
    let indentation = content.startIndex - line.startIndex
    while case .some(.some(let block)) = open.last, block >= indentation { pop() }
    var words = content.split { [9, 13, UInt8(ascii: " ")].contains($0) }
    if let comment = words.firstIndex(where: { $0.first == UInt8(ascii: "#") }) {
      words.removeSubrange(comment...)
    }
    // An anchor, a tag or the kind of a text.
    while let word = words.last, words.count > 1, "&!|>".utf8.contains(word.first ?? 0) { words.removeLast() }

    let isSection =
      first == UInt8(ascii: "[") && words.last?.last == UInt8(ascii: "]")
      && words.joined().allSatisfy { Self.isWordByte($0) || "[]\"':".utf8.contains($0) }
    if isSection, indentation == 0 || depth == 0 {
      while pop() != nil {}
      push(-1)
    } else if let parent, indentation > parent, Self.startsWithName(words) {
      push(parent)
    }
    if words[0].elementsEqual("-".utf8) { push(indentation) }
    parent = words.last?.last == UInt8(ascii: ":") ? indentation : nil
  }

  /// Whether a line with `words` starts with a name and a mark.
  private static func startsWithName(_ words: [ArraySlice<UInt8>]) -> Bool {
    let name = words[0].prefix { isWordByte($0) || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
    let rest = words[0][name.endIndex...]
    if rest.isEmpty {
      return name.elementsEqual("-".utf8)
        || words.dropFirst().first.map { ":=".utf8.contains($0[$0.startIndex]) } == true
    }
    // What has more after its colon is a value, such as a URL.
    return !name.isEmpty
      && (rest.elementsEqual(":".utf8)
        || rest.first == UInt8(ascii: "=") && isWordByte(name[name.startIndex]))
  }

  /// Reads a line `NAME=value`, as in `.env`, or `name: value`, as in YAML, if its value is one word without quotes.
  private mutating func readSetting() -> Bool {
    let end = bytes[place...].firstIndex(of: 10) ?? bytes.count
    var line = Substring(String(decoding: bytes[place..<end], as: UTF8.self)).drop { $0 == " " || $0 == "\t" }
    if line.hasPrefix("export ") { line = line.dropFirst(7) }
    let name = line.prefix { $0.isASCII && $0.utf8.allSatisfy(Self.isWordByte) }
    let separator = line.dropFirst(name.count)
    guard !name.isEmpty, separator.hasPrefix("=") || separator.hasPrefix(": ") else { return false }
    var value = separator.dropFirst()
    if let comment = value.firstRange(of: " #") { value = value[..<comment.lowerBound] }
    value = value.drop { $0 == " " }
    while value.last?.isWhitespace == true { value.removeLast() }
    let isWord = value.utf8.allSatisfy { Self.isWordByte($0) || ":/%+=@".utf8.contains($0) }
    let isVariable =
      value.hasPrefix("${") && value.last == "}"
      && !value.dropFirst(2).dropLast().contains { "{}".contains($0) }
    // In YAML, a name without a value is that of a block.
    guard isWord || isVariable, !value.isEmpty || separator.hasPrefix("=") else { return false }
    tokens += [.word(String(name)), .mark("="), .text(String(value)), .lineEnd]
    place = min(end + 1, bytes.count)
    return true
  }

  /// Reads a text in quotes. A quotation mark without another one in its line is an apostrophe.
  private mutating func readText(until quote: UInt8) {
    var text: [UInt8] = []
    var index = place + 1
    while index < bytes.count, bytes[index] != 10 {
      if bytes[index] == quote {
        tokens.append(.text(String(decoding: text, as: UTF8.self)))
        place = index + 1
        return
      }
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
      text.append(bytes[index])
      index += 1
    }
    place += 1
  }

  private func starts(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  private mutating func skip(to end: String) {
    while place < bytes.count, !starts(end) { place += 1 }
  }

  private mutating func take(while condition: (UInt8) -> Bool) -> String {
    let word = bytes[place...].prefix(while: condition)
    place += word.count
    return String(decoding: word, as: UTF8.self)
  }

  private static let operators = Set(":=>?|&!+".utf8)

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "."),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
