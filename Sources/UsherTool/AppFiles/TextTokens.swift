import Essentials

/// A token that JavaScript, Dart, Swift, Kotlin, JSON and the like have in common, or a line that is none of these.
enum TextToken: Equatable {
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

/// Reads a text of any language into tokens, bracket by bracket and line by line.
struct TextTokens {
  private let bytes: [UInt8]
  private var place = 0
  /// The open brackets, sections and blocks; a block has the indentation that ends it, and a section -1.
  private var open: [Int?] = []
  /// How many brackets are open.
  private var depth = 0
  /// The indentation of the line before if it ends with a colon.
  private var parent: Int?
  private var tokens: [TextToken] = []

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

  static func read(_ text: String) -> [TextToken] {
    var reader = TextTokens(bytes: Array(text.utf8))
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
    if isValueDue(text) || wasAfterLabel && text.utf8.allSatisfy(\.isASCIIDigit) {
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
    case .options: tokens += line.settings.map(TextToken.prose)
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
    for group in MarkdownTable(rows).groups { tokens += [.section] + group.map(TextToken.prose) }
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
