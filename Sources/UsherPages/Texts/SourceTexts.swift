/// The texts in one file of Swift source, in the order of the file.
///
/// A text is a literal in `Text(…)`, or a literal of two words in a file that `TextSources` names. That table also
/// names what has none. Literals of several lines are the manual's, so they are none.
struct SourceTexts {
  struct Entry: Equatable {
    var format: String
    /// The form for any number but one.
    var plural: String?
    var arguments: [String] = []
  }

  /// Why nobody can translate a text.
  struct Fault: Equatable {
    let line: Int
    let advice: String

    /// A part of a sentence, which other languages need in another order.
    static func fragment(_ format: String, line: Int) -> Fault {
      Fault(line: line, advice: "write a whole sentence, not a part: \(format)")
    }

    static func otherArguments(_ format: String, line: Int) -> Fault {
      Fault(line: line, advice: "give both forms the same arguments in the same order: \(format)")
    }
  }

  private(set) var entries: [Entry] = []
  private(set) var faults: [Fault] = []

  private let hasTexts: Bool
  /// Where the form for one is, until that for other numbers is read.
  private var singular: Int?
  private var scopes = [Scope(bracket: "")]

  /// - Parameter hasTexts: Whether literals outside of `Text(…)` are texts.
  init(_ source: String, hasTexts: Bool) {
    self.hasTexts = hasTexts
    read(SwiftScanner.tokens(of: source), inText: false)
  }

  /// What an open bracket encloses.
  private struct Scope {
    let bracket: String
    /// What is called, before a parenthesis.
    var callee: String?
    /// The name of the argument that is being read.
    var label: String?
    var declaration: String?
    /// Whether the declaration is a string; nil if it does not say.
    var isString: Bool?

    /// Whether `TextSources.wordless` names it.
    var isWordless: Bool {
      [callee, label.map { $0 + ":" }, declaration].contains {
        $0.map(TextSources.wordless.contains) ?? false
      }
    }

    /// Whether `calls` names the call that this is an unnamed argument of.
    func isArgument(of calls: Set<String>) -> Bool {
      label == nil && callee.map(calls.contains) ?? false
    }
  }

  private mutating func read(_ tokens: [SwiftToken], inText: Bool) {
    var index = 0
    while index < tokens.count {
      startLine(at: index, of: tokens)
      switch tokens[index] {
      case .literal(let first):
        index = readLiteral(first, at: index, of: tokens, inText: inText)
        continue
      case .word(let word, _):
        if ["let", "var", "func", "case"].contains(word) { declare(at: index, of: tokens) }
        if index > 0, ["(", ","].contains(where: tokens[index - 1].isSymbol),
          index + 1 < tokens.count, tokens[index + 1].isSymbol(":")
        {
          scopes[scopes.count - 1].label = word
        }
      case .symbol(let symbol, _): readSymbol(symbol, at: index, of: tokens)
      }
      index += 1
    }
  }

  private mutating func readSymbol(_ symbol: String, at index: Int, of tokens: [SwiftToken]) {
    switch symbol {
    case "(", "[", "{":
      var scope = Scope(bracket: symbol)
      if symbol == "(", index > 0 {
        switch tokens[index - 1] {
        case .word(let callee, _) where !["return", "in", "try", "case", "if"].contains(callee):
          scope.callee = callee
        case .symbol(">", _): scope.callee = ""  // A generic type.
        default: break
        }
      }
      scopes.append(scope)
    case ")", "]", "}":
      if scopes.count > 1 { scopes.removeLast() }
    case ",": scopes[scopes.count - 1].label = nil
    case "->":
      if scopes[scopes.count - 1].declaration != nil {
        scopes[scopes.count - 1].isString = Self.namesString(tokens[(index + 1)...])
      }
    default: break
    }
  }

  // MARK: - Declarations

  /// Ends the declaration if the line does not continue it.
  private mutating func startLine(at index: Int, of tokens: [SwiftToken]) {
    guard index > 0, tokens[index].line > tokens[index - 1].line, case .word = tokens[index],
      ["{", ""].contains(scopes[scopes.count - 1].bracket)
    else { return }
    if case .symbol(let symbol, _) = tokens[index - 1], ![")", "]", "}", "{", ";"].contains(symbol) {
      return
    }
    scopes[scopes.count - 1].declaration = nil
    scopes[scopes.count - 1].isString = nil
  }

  private mutating func declare(at index: Int, of tokens: [SwiftToken]) {
    guard index + 3 < tokens.count else { return }
    let isCase = tokens[index].isWord("case")
    guard case .word(let name, _) = tokens[index + 1] else {
      // Several names, which may be texts.
      if !isCase { scopes[scopes.count - 1].isString = false }
      return
    }
    let isTyped = !isCase && tokens[index + 2].isSymbol(":")
    // Without a type, a literal is a string, and a list of literals is one of strings.
    let value = tokens[(index + 3)...].first { !$0.isSymbol("[") }
    let isLiteral = tokens[index + 2].isSymbol("=") && value?.literal != nil
    guard isLiteral || !isCase else { return }
    scopes[scopes.count - 1].declaration = name
    scopes[scopes.count - 1].isString =
      isTyped ? Self.namesString(tokens[(index + 3)...]) : isLiteral ? true : nil
  }

  private static func namesString(_ type: ArraySlice<SwiftToken>) -> Bool {
    type.first { !$0.isSymbol("[") }?.isWord("String") ?? false
  }

  // MARK: - Literals

  /// Reads the literal at `index`, and those that `+` joins to it. Returns the index after them.
  private mutating func readLiteral(
    _ first: SwiftLiteral, at index: Int, of tokens: [SwiftToken], inText: Bool
  ) -> Int {
    var literal = first
    var end = index + 1
    while end + 1 < tokens.count, tokens[end].isSymbol("+"), let next = tokens[end + 1].literal {
      literal.parts += next.parts
      end += 2
    }
    let isText = isText(literal)
    let isJoined = [index - 1, end].contains { tokens.indices.contains($0) && tokens[$0].isSymbol("+") }
    let isInterpolated = inText && scopes.last?.callee != "Text" && (isText || isWord(literal))
    if isText && isJoined || isInterpolated {
      faults.append(.fragment(literal.format, line: literal.line))
    }
    if isText { add(Entry(format: literal.format, arguments: literal.arguments), line: literal.line) }
    for case .interpolation(let inner, _) in literal.parts {
      scopes.append(Scope(bracket: "\\("))
      read(inner, inText: isText)
      scopes.removeLast()
    }
    return end
  }

  private mutating func add(_ entry: Entry, line: Int) {
    // A form may be in a `Text(…)` of its own.
    let form = scopes.suffix(2).last { $0.callee == "Text" && ["one", "other"].contains($0.label) }
    if form?.label == "other", let singular {
      if !entry.arguments.starts(with: entries[singular].arguments) {
        faults.append(.otherArguments(entry.format, line: line))
      }
      entries[singular].plural = entry.format
      entries[singular].arguments = entry.arguments
      self.singular = nil
      return
    }
    if form?.label == "one" { singular = entries.count }
    entries.append(entry)
  }

  private func isText(_ literal: SwiftLiteral) -> Bool {
    guard !literal.isMultiline, !literal.format.isEmpty, let scope = scopes.last else { return false }
    if scope.callee == "Text" { return scope.label != "verbatim" }
    guard hasTexts, !scopes.contains(where: \.isWordless), !scope.isArgument(of: TextSources.nameCalls)
    else { return false }
    return scope.isArgument(of: TextSources.textCalls) || literal.isProse && !isString
  }

  /// Whether what is being read is the value of a string.
  private var isString: Bool {
    for scope in scopes.reversed() {
      if scope.callee != nil { return false }
      if let isString = scope.isString { return isString }
    }
    return false
  }

  /// Whether a literal in an interpolation brings a word into the text.
  private func isWord(_ literal: SwiftLiteral) -> Bool {
    guard let scope = scopes.last, scope.bracket != "[", scope.label != "verbatim", !literal.isMultiline,
      scope.callee == nil || literal.format.contains(" ")
    else { return false }
    // Options and their values are the same in every language.
    return literal.format.split(separator: " ").contains { $0.first?.isLowercase ?? false }
  }
}
