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
    /// Whether it is in a sentence, a table or the options of a command. In code, other values of the block can name it,
    /// and any value if it is outside of all, as a constant.
    var isProse = false
  }

  private(set) var entries: [Entry] = []
  private var groups = 1
  private var section = 0

  init(_ text: String) {
    read(TextTokens.read(text), outermost: 0, canNest: true)
  }

  init(_ texts: [String: String]) {
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) { append(name, Self.value(of: text), in: 0) }
  }

  private mutating func append(_ name: String, _ value: Value, in group: Int, isProse: Bool = false) {
    entries.append(Entry(group: group, section: section, name: name, value: value, isProse: isProse))
  }

  /// - Parameter canNest: Whether texts in quotes are read, too, such as JSON in a variable.
  private mutating func read(_ tokens: [TextToken], outermost: Int, canNest: Bool) {
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
          read(TextTokens.read(name), outermost: groups - 1, canNest: false)
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
  private static func isBranch(_ tokens: ArraySlice<TextToken>, after isInBranches: Bool) -> Bool {
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
  private static func defaultValue(_ tokens: ArraySlice<TextToken>) -> Value? {
    // No such block is longer.
    let block = tokens.prefix(60).prefix { $0 != .close }
    guard let place = block.firstIndex(of: .word("default")), let value = value(after: tokens[place...]),
      case .text(let text) = value
    else { return nil }
    return text.isEmpty ? nil : value
  }

  /// Returns the name in brackets at the end of `tokens`, as in `settings["apiKey"] = …`, behind that of what they are of.
  private static func subscriptName(_ tokens: ArraySlice<TextToken>) -> String? {
    let last = Array(tokens.suffix(3))
    guard last.count == 3, case .word(let receiver) = last[0], last[1] == .open,
      case .text(let name) = last[2]
    else { return nil }
    return receiver + "." + name
  }

  /// Returns what follows the name of a type, as in Gradle's `buildConfigField("String", "API_KEY", "\"…\"")`.
  private static func typedValue(_ tokens: ArraySlice<TextToken>) -> (name: String, value: Value)? {
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
  private static func value(after tokens: ArraySlice<TextToken>) -> Value? {
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
  private static func value(of tokens: ArraySlice<TextToken>) -> Value? {
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
      let tokens = TextTokens.read(String(expression))
      guard case .word(let word) = tokens.first, let value = variable(word, tokens.dropFirst()) else { break }
      return value
    }
    return text.hasPrefix("${") ? .variable("", fallback: nil) : .text(text)
  }

  /// Reads an expression such as `process.env.NAME ?? "value"` or `String.fromEnvironment('NAME')`.
  private static func variable(_ word: String, _ following: ArraySlice<TextToken>) -> Value? {
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
    text.utf8.first.map { $0 == UInt8(ascii: "_") || $0.isASCIILetter } == true
      && text.utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0.isASCIILetter || $0.isASCIIDigit }
  }

  /// Whether a word without quotes is a text, and no name in code.
  private static func isText(_ word: String) -> Bool {
    word.hasPrefix("AIza")
      || word.utf8.contains(UInt8(ascii: "-")) && word.utf8.first.map(\.isASCIILetter) == true
  }

  private static func isLiteral(_ word: String) -> Bool {
    word.first?.isNumber == true || ["true", "false", "null", "nil", "undefined"].contains(word)
  }

  /// Returns what `name` has after its last full stop.
  static func lastPart(_ name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? ""
  }

  private static func isSetter(_ name: String) -> Bool { lastPart(name).hasPrefix("set") }
}
