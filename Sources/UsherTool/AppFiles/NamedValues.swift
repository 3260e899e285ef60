import Essentials

/// The names with their values in a text of any language: members of objects, named arguments, constants, lines of
/// `.env`, of shells and of prose.
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
    /// The part of the text between two headings, or what else can begin what is of another app.
    var section: Int
    var name: String
    var value: Value
    /// Whether it is in a sentence, a table or the options of a command.
    var isProse = false

    /// Whether other values of its block can name it, and any value if it is outside of all, as those in code name
    /// constants.
    var isConstant: Bool { !isProse }
  }

  private(set) var entries: [Entry] = []
  private var groups = 1
  private var section = 0

  init(_ text: String) {
    read(Tokens.read(text), outermost: 0, canNest: true)
  }

  init(_ texts: [String: String]) {
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) { append(name, Self.value(of: text), in: 0) }
  }

  private mutating func append(_ name: String, _ value: Value, in group: Int, isProse: Bool = false) {
    entries.append(Entry(group: group, section: section, name: name, value: value, isProse: isProse))
  }

  /// - Parameter canNest: Whether texts in quotes are read, too, such as JSON in a variable.
  private mutating func read(_ tokens: [Tokens.Token], outermost: Int, canNest: Bool) {
    var open = [outermost]
    // Objects with a name and a value, such as `{ "name": "API_KEY", "value": "…" }`.
    var pairs: [Pair] = [Pair()]
    // Whether there was a branch in each of `open`.
    var hasBranches = [false]
    for (index, token) in tokens.enumerated() {
      let group = open[open.count - 1]
      switch token {
      case .open:
        // A variable of Terraform has its value inside.
        if index > 1, tokens[index - 2] == .word("variable"), case .text(let name) = tokens[index - 1],
          let value = Self.defaultValue(tokens[index...])
        {
          append(name, value, in: group)
        }
        open.append(groups)
        pairs.append(Pair())
        hasBranches.append(false)
        groups += 1
      case .close:
        if index + 1 < tokens.count, let name = Self.subscriptName(tokens[..<index]),
          let value = Self.value(after: tokens[index...])
        {
          append(name, value, in: open[max(open.count - 2, 0)])
        }
        guard open.count > 1 else { break }
        open.removeLast()
        hasBranches.removeLast()
        if let (name, value) = pairs.removeLast().only {
          append(name, value, in: open[open.count - 1])
        }
      case .word(let name), .text(let name):
        if let value = Self.value(after: tokens[index...]) {
          append(name, value, in: group)
          pairs[pairs.count - 1].add(name, value)
        }
        guard case .text = token else {
          guard Self.isBranch(tokens[index...], after: hasBranches[open.count - 1]) else { break }
          hasBranches[open.count - 1] = true
          if open.count > 1 {
            open[open.count - 1] = groups
            groups += 1
          } else {
            section += 1
          }
          break
        }
        if let (name, value) = Self.typedValue(tokens[index...]) {
          let isCall = index > 0 && tokens[index - 1] == .open
          append(name, value, in: isCall ? open[max(open.count - 2, 0)] : group)
        }
        guard canNest else { break }
        if name.utf8.contains(UInt8(ascii: "{")) {
          groups += 1
          read(Tokens.read(name), outermost: groups - 1, canNest: false)
        } else {
          for (name, value) in ShellLine.settings(inText: name) {
            append(name, Self.value(of: value), in: group)
          }
        }
      case .prose(let name, let value):
        // Lists and blocks are no brackets in prose.
        if canNest { append(name, Self.value(of: value), in: outermost, isProse: true) }
      case .section: section += 1
      case .mark, .lineEnd: break
      }
    }
    // A block of YAML can go on to the end.
    while open.count > 1 {
      open.removeLast()
      if let (name, value) = pairs.removeLast().only {
        append(name, value, in: open[open.count - 1])
      }
    }
  }

  /// Whether a branch of code begins at the start of `tokens`, such as `case 'staging':`.
  private static func isBranch(_ tokens: ArraySlice<Tokens.Token>, after isInBranches: Bool) -> Bool {
    let rest = tokens.dropFirst().prefix(12)
    switch tokens.first {
    case .word("case"):
      // A case of an enum can have a value.
      return rest.first { token in if case .mark(let mark) = token { marks.contains(mark) } else { false } }
        == .mark(":") && rest.first != .mark(":")
    case .word("default"): return isInBranches && rest.first == .mark(":")
    case .word("else"):
      guard case .word(let word) = rest.first else { return false }
      return word != "if"
    default: return false
    }
  }

  /// A name and its value that are two members of one object.
  private struct Pair {
    private var names: [String] = []
    private var values: [Value] = []

    var only: (name: String, value: Value)? {
      names.count == 1 && values.count == 1 ? (names[0], values[0]) : nil
    }

    mutating func add(_ member: String, _ value: Value) {
      switch member {
      case "name", "key", "Name", "Key":
        if case .text(let name) = value { names.append(name) }
      case "value", "Value": values.append(value)
      default: break
      }
    }
  }

  /// Returns the value of `default` in the block at the start of `tokens`.
  private static func defaultValue(_ tokens: ArraySlice<Tokens.Token>) -> Value? {
    // No such block is longer.
    let block = tokens.prefix(60).prefix { $0 != .close }
    guard let place = block.firstIndex(of: .word("default")), let value = value(after: tokens[place...]),
      case .text(let text) = value
    else { return nil }
    return text.isEmpty ? nil : value
  }

  /// Returns the name in brackets at the end of `tokens`, as in `settings["apiKey"] = …`, behind that of what they are of.
  private static func subscriptName(_ tokens: ArraySlice<Tokens.Token>) -> String? {
    let last = Array(tokens.suffix(3))
    guard last.count == 3, case .word(let receiver) = last[0], last[1] == .open,
      case .text(let name) = last[2]
    else { return nil }
    return receiver + "." + name
  }

  /// Returns what follows the name of a type, as in Gradle's `buildConfigField("String", "API_KEY", "\"…\"")`.
  private static func typedValue(_ tokens: ArraySlice<Tokens.Token>) -> (name: String, value: Value)? {
    let first = Array(tokens.prefix(4))
    guard first.count == 4, case .text(let type) = first[0], type.asciiLowercased() == "string",
      first[1] == .mark(","), case .text(let name) = first[2], first[3] == .mark(",")
    else { return nil }
    guard let value = value(of: tokens.dropFirst(4)) else { return nil }
    if case .text(let text) = value, text.count > 1, let quote = text.first, "\"'".contains(quote),
      text.last == quote
    {
      return (name, Self.value(of: String(text.dropFirst().dropLast())))
    }
    return (name, value)
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
    // Kotlin has a word between the two.
    if case .text = tokens.first, rest.first == .word("to"), case .text(let text) = rest.dropFirst().first {
      return value(of: text)
    }
    guard case .mark(let mark)? = rest.popFirst(), marks.contains(mark) else { return nil }
    if mark == ":", case .word = rest.first, rest.dropFirst().first == .mark("=") {
      // The type of a constant.
      rest = rest.dropFirst(2)
    }
    if rest.first == .lineEnd {
      rest = rest.drop { $0 == .lineEnd }
      if case .mark(let mark) = rest.dropFirst().first, marks.contains(mark) { return nil }
    }
    return value(of: rest)
  }

  private static let marks: Set = [":", "=", "=>", ":=", "?="]

  /// Returns the value of the expression at the start of `tokens`.
  private static func value(of tokens: ArraySlice<Tokens.Token>) -> Value? {
    var rest = tokens
    switch rest.popFirst() {
    case .text(let text): return rest.first == .mark("+") ? .variable("", fallback: nil) : value(of: text)
    case .word(let word) where isText(word): return .text(word)
    case .word("$"): return .variable("", fallback: nil)
    case .word(let word) where !isLiteral(word):
      return word.hasPrefix("$") ? value(of: word) : variable(word, rest)
    case nil: return nil
    default: return .variable("", fallback: nil)
    }
  }

  /// Returns the value that `text` is or names, such as `${NAME}`.
  private static func value(of text: String) -> Value {
    for (start, end) in [("${", "}"), ("$(", ")"), ("%", "%"), ("$env:", ""), ("$", "")]
    where text.hasPrefix(start) && text.hasSuffix(end) && text.utf8.count > start.utf8.count + end.utf8.count
    {
      var expression = text.dropFirst(start.count).dropLast(end.count)
      if start == "${", expression.first == "{" {
        // An expression of GitHub Actions.
        expression = expression.filter { !"{} ".contains($0) }[...]
      }
      // Several of them are joined.
      if start == "${", expression.contains("}") { break }
      let name = expression.prefix { isName(String($0)) || ".0123456789".contains($0) }
      let after = expression[name.endIndex...]
      if after.isEmpty { return .variable(String(name), fallback: nil) }
      guard start == "${" else { return start == "%" ? .text(text) : .variable("", fallback: nil) }
      // The value of a shell, or of Spring, for a variable that is not set.
      for mark in [":-", "-", ":"]
      where after.hasPrefix(mark) && !["?", "+", "="].contains(where: after.dropFirst().hasPrefix) {
        return .variable(String(name), fallback: String(after.dropFirst(mark.count)))
      }
      let tokens = Tokens.read(String(expression))
      guard case .word(let word) = tokens.first, let value = variable(word, tokens.dropFirst()) else { break }
      return value
    }
    return text.hasPrefix("${") ? .variable("", fallback: nil) : .text(text)
  }

  /// Reads an expression such as `process.env.NAME ?? "value"` or `String.fromEnvironment('NAME')`.
  private static func variable(_ word: String, _ following: ArraySlice<Tokens.Token>) -> Value? {
    var name = word
    // No expression is longer. A bracket that nobody closes would go on to the end of the text.
    var rest = following.prefix(100)
    // The word directly before a bracket is called, and is no name.
    var callee: String? = word
    var fallback: String?
    var isFound = false
    var open = 0
    // The bracket with the name of a variable.
    var call: Int?
    scan: while let token = rest.popFirst() {
      let word = callee
      callee = nil
      switch token {
      case .word("as"): break scan
      case .word("or") where open == 0:
        if case .text(let text) = rest.first { fallback = text }
        break scan
      case .word("defaultValue"), .word("default"):
        guard open > 0 else { break }
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
          call = open
        }
      case .close where open > 0: open -= 1
      case .mark(",") where open > 0:
        // The second argument of what reads a variable.
        if open == call, case .text(let text) = rest.first(where: { $0 != .lineEnd }) { fallback = text }
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
      case .mark("??"), .mark("||"), .mark("?:"):
        if case .text(let text) = rest.first(where: { $0 != .lineEnd }) { fallback = text }
        // There can be another variable before the text.
        guard case .word = rest.first else { break scan }
        isFound = true
      default: break scan
      }
    }
    if rest.isEmpty, open > 0, following.count > 100 { return .variable("", fallback: nil) }
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

  /// Whether a word without quotes is a text, and no name in code.
  private static func isText(_ word: String) -> Bool {
    word.hasPrefix("AIza") || word.utf8.contains(UInt8(ascii: "-")) && word.utf8.first.map(isLetter) == true
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
    /// A value in a line of prose, or of a table.
    case prose(name: String, value: String)
    /// What follows can be of another app.
    case section
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

  /// Whether the section has prose.
  private var hasProse = false
  /// The labels of lines in the section whose values do not matter, such as `Project name: Acme`.
  private var labels: Set<Substring> = []
  /// Whether the line before was such a label alone.
  private var isAfterLabel = false
  /// How often the line before is quoted, as in a mail.
  private var quotes: Int?
  /// Whether a section of TOML or a stage of a Dockerfile begins in this line.
  private var isSectionDue = false
  /// Whether the line before had only options of a command.
  private var isAfterOptions = false
  /// The end of lines that continue each other, and that set nothing.
  private var idleEnd = 0
  /// Whether there is nothing but settings, so that a word without quotes is a text.
  private let hasOnlySettings: Bool

  static func read(_ text: String) -> [Token] {
    var reader = Tokens(bytes: Array(text.utf8))
    reader.readAll()
    return reader.tokens
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    hasOnlySettings = bytes.split(separator: 10).allSatisfy { line in
      let line = line.drop { $0 <= 0x20 }
      guard let first = line.first, !"#;![/".utf8.contains(first) else { return true }
      let rest = line.drop(while: Self.isWordByte).drop { $0 == UInt8(ascii: " ") || $0 == 9 }
      let value = rest.dropFirst().drop { $0 == UInt8(ascii: " ") }
      return rest.first == UInt8(ascii: "=")
        && (value.first == UInt8(ascii: "$") || !value.contains { "(){}[]".utf8.contains($0) })
    }
  }

  private mutating func readAll() {
    var isLineStart = true
    while place < bytes.count {
      if place == 0 || bytes[place - 1] == 10 {
        readIndentation()
        if readLine() {
          isLineStart = true
          continue
        }
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
      // A text of Objective-C or C#.
      case UInt8(ascii: "@") where starts("@\""): place += 1
      case UInt8(ascii: "#") where wasLineStart: skip(to: "\n")
      case UInt8(ascii: "/") where starts("//") && !(place > 0 && bytes[place - 1] == UInt8(ascii: ":")):
        skip(to: "\n")
      case UInt8(ascii: "/") where starts("/*"):
        skip(to: "*/")
        place = min(place + 2, bytes.count)
      case UInt8(ascii: "<") where starts("<!--"): skip(to: "-->")
      case UInt8(ascii: "<") where readElement(): break
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

  /// Reads a line that is a setting, a command or prose; false if its tokens must be read one by one.
  private mutating func readLine() -> Bool {
    let start = tokens.count
    let wasAfterOptions = isAfterOptions
    isAfterOptions = false
    let line = lineStart()
    if depth > 0 {
      // A text can have a bracket without the other one. In code, no line begins so.
      let isOutside = bytes[place] == UInt8(ascii: "#") || starts("---")
      if isOutside && SectionLine.begins(line) || SectionLine.namesAnotherApp(line) {
        tokens.append(.section)
      }
      return false
    }
    let end = lineEnd(from: place)
    let isTaken = readTable() || readSetting() || readShell() || readProse()
    let isProse = tokens[start...].contains { if case .prose = $0 { true } else { false } }
    let begins = isSection(line, to: end, isTaken: isTaken, isProse: isProse)
    if start > 0, begins || isSectionDue || wasAfterOptions != isAfterOptions {
      tokens.insert(.section, at: start)
      hasProse = false
      labels = []
    }
    isSectionDue = false
    if isProse { hasProse = true }
    return isTaken
  }

  /// Returns what decides what a line is, without white space at its ends; of a comment, all its lines.
  private func lineStart() -> Substring {
    let rest = bytes[place...].prefix(400)
    let content = rest.drop { $0 == UInt8(ascii: " ") || $0 == 9 }
    let isComment = content.starts(with: "/*".utf8)
    var isStar = false
    let line = content.prefix { byte in
      defer { isStar = byte == UInt8(ascii: "*") }
      return isComment ? !(isStar && byte == UInt8(ascii: "/")) : byte != 10
    }
    return Substring(String(decoding: line, as: UTF8.self)).trimmingSpaces
  }

  /// Whether what is in `line`, or follows it, can be of another app than what is before it.
  private mutating func isSection(_ line: Substring, to end: Int, isTaken: Bool, isProse: Bool) -> Bool {
    guard !line.isEmpty else { return false }
    let level = line.prefix { "> ".contains($0) }
    let quotes = level.filter { $0 == ">" }.count
    defer { self.quotes = quotes }
    if let before = self.quotes, quotes != before { return true }
    let wasAfterLabel = isAfterLabel
    isAfterLabel = false
    let text = line.dropFirst(level.count)
    if isTaken {
      guard !isProse else { return false }
      let isRepeated = SectionLine.label(text).map { !labels.insert($0).inserted } == true
      // Among prose, what looks like YAML is prose, too.
      return hasProse && (isRepeated || text.hasPrefix("- "))
    }
    let isComment = text.hasPrefix("#") || text.hasPrefix("//")
    if let parent, !isComment { return hasProse || !hasBlock(after: end, deeperThan: parent) }
    if isValueDue(text) || wasAfterLabel && text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return false
    }
    if SectionLine.begins(text) { return true }
    if isComment || !SectionLine.isPlain(SectionLine.label(text) ?? text) { return false }
    guard let label = SectionLine.label(text) else {
      isAfterLabel = true
      return false
    }
    return !SectionLine.isMember(label) && !labels.insert(label).inserted
  }

  /// Whether `text` is the value of the name at the end of the line before.
  private func isValueDue(_ text: Substring) -> Bool {
    guard case .mark(let mark) = tokens.last(where: { $0 != .lineEnd }) else { return false }
    let isQuoted = text.utf8.first.map("\"'`".utf8.contains) == true
    return ["=", ":=", "=>", "??", "||", "?:", "+"].contains(mark) || mark == ":" && isQuoted
  }

  /// Whether the line behind `end` begins a block, as in YAML.
  private func hasBlock(after end: Int, deeperThan parent: Int) -> Bool {
    var start = end + 1
    while start < bytes.count {
      let line = bytes[start..<lineEnd(from: start)]
      let content = line.drop { $0 == UInt8(ascii: " ") || $0 == 9 || $0 == 13 }
      start = line.endIndex + 1
      guard let first = content.first, first != UInt8(ascii: "#") else { continue }
      guard content.startIndex - line.startIndex > parent else { return false }
      return "\"'".utf8.contains(first)
        || Self.startsWithName(content.split { [9, 13, UInt8(ascii: " ")].contains($0) })
    }
    return false
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
      isSectionDue = true
      push(-1)
    } else if let parent, indentation > parent, Self.startsWithName(words) {
      push(parent)
    }
    // In Docker's files, each item is a setting, and all are of one block.
    let isSetting = words.count == 2 && ShellLine(Substring(String(decoding: content, as: UTF8.self))) != nil
    if words[0].elementsEqual("-".utf8), !isSetting { push(indentation) }
    if depth == 0, Self.isStage(words) {
      while pop() != nil {}
      isSectionDue = true
      push(-1)
    }
    parent = words.last?.last == UInt8(ascii: ":") ? indentation : nil
  }

  /// Whether a line with `words` begins the next stage of a Dockerfile, and is no import of Python.
  private static func isStage(_ words: [ArraySlice<UInt8>]) -> Bool {
    let small = words.prefix(6).map { String(decoding: $0, as: UTF8.self).asciiLowercased() }
    guard small[0] == "from", words.count > 1 else { return false }
    return words[0].elementsEqual("FROM".utf8) || words.count == 2 || small[1].hasPrefix("--")
      || small.dropLast().last == "as"
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

  private func lineEnd(from place: Int) -> Int { bytes[place...].firstIndex(of: 10) ?? bytes.count }

  private func text(to end: Int) -> Substring {
    Substring(String(decoding: bytes[place..<end], as: UTF8.self))
  }

  private mutating func append(_ name: String, _ value: String) {
    tokens += [.word(name), .mark("="), .text(value), .lineEnd]
  }

  /// Reads a line `NAME=value`, as in `.env`, or `name: value`, as in YAML, if its value is one word without quotes.
  private mutating func readSetting() -> Bool {
    let end = lineEnd(from: place)
    var line = text(to: end).drop { $0 == " " || $0 == "\t" }
    if line.hasPrefix("export ") { line = line.dropFirst(7) }
    if line.hasPrefix("- ") { line = line.dropFirst(2).drop { $0 == " " } }
    let name = line.prefix { $0.isASCII && $0.utf8.allSatisfy(Self.isWordByte) }
    let space = line.dropFirst(name.count).prefix { $0 == " " || $0 == "\t" }
    let separator = line.dropFirst(name.count + space.count)
    guard !name.isEmpty, !name.hasPrefix("-"), separator.hasPrefix("=") || separator.hasPrefix(": ") else {
      return false
    }
    var value = separator.dropFirst()
    if let comment = value.firstRange(of: " #") { value = value[..<comment.lowerBound] }
    value = value.trimmingSpaces
    let isWord = value.utf8.allSatisfy { Self.isWordByte($0) || ":/%+=@".utf8.contains($0) }
    let isVariable = [("${{", "}}"), ("${", "}"), ("$(", ")")].contains { start, end in
      value.hasPrefix(start) && value.hasSuffix(end)
        && !value.dropFirst(start.count).dropLast(end.count).contains { "{}()".contains($0) }
    }
    // In YAML, a name without a value is that of a block.
    guard isWord || isVariable, !value.isEmpty || separator.hasPrefix("=") else { return false }
    // With a space around it, the mark can be one of code, and the word the name of a variable.
    if separator.hasPrefix("="), !space.isEmpty, isWord, !hasOnlySettings, !isText(value) { return false }
    if separator.hasPrefix(":"), ["str", "string", "String", "int", "bool"].contains(value) { return false }
    append(String(name), String(value))
    place = min(end + 1, bytes.count)
    return true
  }

  /// Whether `value` is no name in code.
  private func isText(_ value: Substring) -> Bool {
    value.hasPrefix("AIza") || value.utf8.contains { "-:".utf8.contains($0) }
  }

  /// Reads a command with settings, which may have several lines.
  private mutating func readShell() -> Bool {
    var end = lineEnd(from: place)
    if place >= idleEnd {
      while end < bytes.count, let last = bytes[place..<end].last(where: { $0 > 0x20 }),
        "\\^`".utf8.contains(last)
      {
        end = lineEnd(from: end + 1)
      }
    }
    guard let line = ShellLine(text(to: end)) else {
      idleEnd = max(idleEnd, end)
      return false
    }
    isAfterOptions = line.kind == .options
    switch line.kind {
    case .setting: for (name, value) in line.settings { append(name, value) }
    case .command:
      tokens.append(.open)
      for (name, value) in line.settings { append(name, value) }
      tokens.append(.close)
    case .options: tokens += line.settings.map(Token.prose)
    }
    place = min(end + 1, bytes.count)
    return true
  }

  /// Reads a line of prose with a value, or a line with a name before one with its value.
  private mutating func readProse() -> Bool {
    let end = lineEnd(from: place)
    let line = text(to: end).trimmingSpaces
    if line.isEmpty { return false }
    let values = ProseLine.all(in: line)
    if !values.isEmpty {
      tokens += values.map { .prose(name: $0.name, value: $0.value) }
      place = min(end + 1, bytes.count)
      return true
    }
    if ProseLine.isName(line), end < bytes.count {
      let next = lineEnd(from: end + 1)
      let value = Substring(String(decoding: bytes[end..<next], as: UTF8.self)).trimmingSpaces
      if ProseLine.isValue(String(value)) {
        tokens.append(.prose(name: String(line), value: String(value)))
        place = min(next + 1, bytes.count)
        return true
      }
    }
    return false
  }

  /// Reads a table of Markdown.
  private mutating func readTable() -> Bool {
    var rows: [Substring] = []
    var end = place
    while end < bytes.count {
      let next = lineEnd(from: end)
      guard bytes[end..<next].first(where: { $0 > 0x20 }) == UInt8(ascii: "|") else { break }
      let row = Substring(String(decoding: bytes[end..<next], as: UTF8.self))
      guard MarkdownTable.isRow(row) else { break }
      rows.append(row)
      end = min(next + 1, bytes.count)
    }
    guard !rows.isEmpty else { return false }
    for group in MarkdownTable(rows).groups { tokens += [.section] + group.map(Token.prose) }
    tokens.append(.section)
    place = end
    return true
  }

  /// Reads `<string name="NAME">value</string>` of Android, or `<key>NAME</key><string>value</string>` of Apple.
  private mutating func readElement() -> Bool {
    var rest = bytes[place...]
    func skip(_ text: String) -> Bool {
      guard rest.starts(with: text.utf8) else { return false }
      rest = rest.dropFirst(text.utf8.count)
      return true
    }
    func take(until end: String) -> String? {
      // No name and no value is longer.
      let part = rest.prefix(500).prefix { $0 != end.utf8.first }
      rest = rest.dropFirst(part.count)
      return skip(end) ? String(decoding: part, as: UTF8.self) : nil
    }
    for (start, end) in [("<dict>", "</dict>"), ("<resources", "</resources>")] {
      if starts(start) {
        push(nil)
        place += start.utf8.count
        return true
      }
      if starts(end) {
        if depth > 0 { while pop() != .some(nil) {} }
        place += end.utf8.count
        return true
      }
    }
    var name: String?
    if skip("<key>") {
      name = take(until: "</key>")
      rest = rest.drop { $0 <= 0x20 }
      guard name != nil, skip("<string>") else { return false }
    } else if skip(#"<string name=""#) {
      name = take(until: "\"")
      guard name != nil, take(until: ">") != nil else { return false }
    }
    guard let name, let value = take(until: "</string>") else { return false }
    append(name, value)
    place = rest.startIndex
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
