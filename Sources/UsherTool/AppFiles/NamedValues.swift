import Essentials

/// The names with their values in a text of any language: members of objects, named arguments, constants, and lines of
/// `.env`.
///
/// It evaluates nothing. A text that is no program gives some names, or none.
struct NamedValues {
  enum Value: Equatable {
    case text(String)
    /// The value of a variable or a constant; `fallback` is the value if it is not set.
    case variable(String, fallback: String?)
  }

  struct Entry: Equatable {
    /// The brackets that the name is directly in; 0 is outside of all.
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

  /// Returns the value of the name at the start of `tokens`; nil if it has none, or one that must be computed.
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
      if rest.first == .mark("+") { return nil }
      guard text.hasPrefix("${"), text.last == "}" else { return .text(text) }
      return .variable(lastPart(text.dropFirst(2).dropLast()), fallback: nil)
    case .word(let word) where !isLiteral(word): return variable(word, rest)
    default: return nil
    }
  }

  /// Reads an expression such as `process.env.NAME ?? "value"` or `String.fromEnvironment('NAME')`.
  private static func variable(_ word: String, _ rest: ArraySlice<Tokens.Token>) -> Value? {
    var (name, rest) = (lastPart(word[...]), rest)
    var fallback: String?
    var isQuoted = false
    var open = 0
    scan: while let token = rest.popFirst() {
      switch token {
      case .word("as"): break scan
      case .word("defaultValue") where open > 0:
        if case .text(let text) = rest.dropFirst().first { fallback = text }
        break scan
      case .word(let word): if !isQuoted { name = lastPart(word[...]) }
      case .open: open += 1
      case .close where open > 0: open -= 1
      case .text(let text) where open > 0 && !isQuoted:
        name = text
        isQuoted = true
      case .mark("!"), .mark("?"): break
      case .mark(","), .lineEnd: if open == 0 { break scan }
      case .mark("??"), .mark("||"):
        if case .text(let text) = rest.first { fallback = text }
        break scan
      default: break scan
      }
    }
    return .variable(name, fallback: fallback)
  }

  private static func isLiteral(_ word: String) -> Bool {
    word.first?.isNumber == true || ["true", "false", "null", "nil", "undefined"].contains(word)
  }

  private static func lastPart(_ name: Substring) -> String {
    name.split(separator: ".").last.map(String.init) ?? ""
  }

  private static func isSetter(_ name: String) -> Bool { lastPart(name[...]).hasPrefix("set") }
}

/// The tokens that JavaScript, Dart, Swift, Kotlin, JSON and the like have in common.
private struct Tokens {
  enum Token: Equatable {
    case word(String)
    /// A text in quotes, without its escapes, or the value in a line of `.env`.
    case text(String)
    case open, close
    case lineEnd
    case mark(String)
  }

  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0
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
      if depth == 0, place == 0 || bytes[place - 1] == 10, readSetting() { continue }
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
        tokens.append(.open)
        depth += 1
        place += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
        tokens.append(.close)
        depth = max(depth - 1, 0)
        place += 1
      case _ where Self.isWordByte(byte): tokens.append(.word(take(while: Self.isWordByte)))
      case _ where Self.operators.contains(byte): tokens.append(.mark(take(while: Self.operators.contains)))
      default:
        tokens.append(.mark(String(decoding: [byte], as: UTF8.self)))
        place += 1
      }
    }
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
    guard !value.isEmpty, isWord || isVariable else { return false }
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
