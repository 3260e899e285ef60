package import Essentials

/// What to do next, each way for itself. Above the ways stands why, where that is known.
///
/// A command is kept as words and quoted when it is shown, so that it can be completed, copied and run.
package struct Hint: Equatable, Sendable {
  /// A phrase for people, in lower case and without a full stop, and what they copy.
  package struct Way: Equatable, Sendable {
    package var phrase: Text
    var copied: Copied?

    /// The phrase as it stands before what is copied: `get a new one:`, `no account yet?`.
    fileprivate var label: Text { phrase.english.hasSuffix("?") ? phrase : Text("\(phrase):") }

    fileprivate var text: Text { copied.map { Text("\(label) \($0.text)") } ?? phrase }
  }

  /// What stands whole, so that it can be copied.
  enum Copied: Equatable {
    case command([String])
    /// A command of which words in capitals have to be replaced first.
    case template([String])
    /// An address, or a command that leads nowhere: it is neither completed nor a script's next step.
    case text(String)

    var text: String {
      switch self {
      case .command(let argv): argv.shellLine
      case .template(let argv): argv.joined(separator: " ")
      case .text(let text): text
      }
    }
  }

  private var reason: Text?
  package private(set) var ways: [Way]
  /// What scripts run next where people are not told a command: to give another code to the same step, say.
  private var silentArgv: [String]?
  /// What must be added to `argv` before it can be run: `code`, `link`.
  package private(set) var needs: [String] = []

  package init(_ phrase: Text, _ argv: [String]? = nil, needs: [String] = []) {
    ways = [Way(phrase: phrase, copied: argv.map { .command($0) })]
    self.needs = needs
  }

  /// One way, with a command of which words in capitals have to be replaced first.
  package init(_ phrase: Text, template argv: [String]) {
    ways = [Way(phrase: phrase, copied: .template(argv))]
  }

  /// One way, with a text that is copied as it stands.
  package init(_ phrase: Text, copying text: String) {
    ways = [Way(phrase: phrase, copied: .text(text))]
  }

  /// One way for each suggestion, to be copied. It is nil if there are none.
  package init?(didYouMean suggestions: [String]) {
    guard let first = suggestions.first else { return nil }
    self = suggestions.dropFirst().reduce(Hint("did you mean", copying: first)) {
      $0.then(Text("or"), copying: $1)
    }
  }

  /// Only why.
  package init(reason: Text) {
    self.reason = reason
    ways = []
  }

  /// The hint with why above its ways.
  package func because(_ reason: Text) -> Hint {
    var hint = self
    hint.reason = reason
    return hint
  }

  /// The hint with another phrase before what its first way copies.
  package func called(_ phrase: Text) -> Hint {
    var hint = self
    if !ways.isEmpty { hint.ways[0].phrase = phrase }
    return hint
  }

  /// The hint with another way after it.
  package func then(_ phrase: Text, _ argv: [String]? = nil) -> Hint {
    then(Hint(phrase, argv))
  }

  package func then(_ phrase: Text, template argv: [String]) -> Hint {
    then(Hint(phrase, template: argv))
  }

  package func then(_ phrase: Text, copying text: String) -> Hint {
    then(Hint(phrase, copying: text))
  }

  package func then(_ other: Hint) -> Hint {
    var hint = self
    hint.ways += other.ways
    return hint
  }

  /// The hint with the address of a page after its first phrase that has nothing to copy yet.
  package func adding(address: String) -> Hint {
    var hint = self
    let index = ways.firstIndex { $0.copied == nil } ?? ways.indices.last
    if let index { hint.ways[index].copied = .text(address) }
    return hint
  }

  /// The hint, with `argv` as what scripts run next, where people need no command.
  package func leading(to argv: [String], needs: [String] = []) -> Hint {
    var hint = self
    hint.silentArgv = argv
    hint.needs = needs
    return hint
  }

  /// The command of the first way, if it can be run with what it `needs`: a script's next step.
  package var argv: [String]? {
    if let silentArgv { return silentArgv }
    if case .command(let argv)? = ways.first?.copied { return argv }
    return nil
  }

  /// The first way in one line, as scripts are told; why, where there is none.
  package var text: Text { ways.first?.text ?? reason ?? "" }

  /// The hint with every command replaced by what `complete` makes of it. If that is nil, the way is left out.
  package func completed(by complete: ([String]) -> [String]?) -> Hint {
    var hint = self
    hint.ways = ways.compactMap { way in
      var way = way
      switch way.copied {
      case .command(let argv):
        guard let argv = complete(argv) else { return nil }
        way.copied = .command(argv)
      case .template(let argv):
        guard let argv = complete(argv) else { return nil }
        way.copied = .template(argv)
      case .text, nil: break
      }
      return way
    }
    hint.silentArgv = hint.silentArgv.flatMap(complete)
    return hint
  }
}

extension Hint: ExpressibleByStringInterpolation {
  /// A phrase without a command.
  package init(stringLiteral phrase: String) {
    self.init(Text(stringLiteral: phrase))
  }

  /// A phrase without a command.
  package init(stringInterpolation phrase: Text.StringInterpolation) {
    self.init(Text(stringInterpolation: phrase))
  }
}

extension Hint {
  /// The hint without the ways that `isUnfit` is true for.
  /// - Parameter isUnfit: Gets the phrase, and the text that is copied as it stands.
  package func leavingOut(_ isUnfit: (_ phrase: Text, _ copied: String?) -> Bool) -> Hint {
    var hint = self
    hint.ways.removeAll { way in
      if case .text(let text) = way.copied { return isUnfit(way.phrase, text) }
      return isUnfit(way.phrase, nil)
    }
    return hint
  }
}

// MARK: - As people read it

extension Hint {
  /// Why, and the ways of which nothing is copied, as sentences.
  package func sentences(in catalog: Catalog) -> [String] {
    ([reason] + ways.map { $0.copied == nil ? $0.phrase : nil }).compactMap { $0?.sentence(in: catalog) }
  }

  /// The lines that stand below an error: why, then the ways.
  /// - Parameter columns: nil where nobody knows how many a line holds, and sentences are not broken.
  package func lines(columns: Int?, in catalog: Catalog) -> [String] {
    (reason.map { Self.indented($0.sentence(in: catalog), columns) } ?? [])
      + wayLines(columns: columns, all: true, in: catalog)
  }

  /// The ways with something to copy, each in a line of its own.
  package func commandLines(columns: Int?, in catalog: Catalog) -> [String] {
    wayLines(columns: columns, all: false, in: catalog)
  }

  /// What is copied stands in a column after the phrases, or, where a line would be too long for that, below them.
  private func wayLines(columns: Int?, all: Bool, in catalog: Catalog) -> [String] {
    let labels = ways.map { $0.copied == nil ? "" : SafeText.line($0.label.in(catalog)) }
    let column = labels.map { LineWrapping.width($0) }.max() ?? 0
    let fits = ways.allSatisfy { way in
      way.copied.map { column + LineWrapping.width(SafeText.line($0.text)) + 4 <= columns ?? 80 } ?? true
    }
    return zip(ways, labels).flatMap { way, label -> [String] in
      guard let copied = way.copied else {
        return all ? Self.indented(way.phrase.sentence(in: catalog), columns) : []
      }
      let text = SafeText.line(copied.text)
      if fits {
        return ["  " + label + String(repeating: " ", count: column - LineWrapping.width(label) + 2) + text]
      }
      return Self.indented(label, columns) + ["    " + text]
    }
  }

  private static func indented(_ text: String, _ columns: Int?) -> [String] {
    guard let columns, columns > 2 else { return ["  " + text] }
    let words = text.split(separator: " ").map { (gap: " "[...], text: $0) }
    return LineWrapping.lines(of: words, columns: columns - 2).map { line in
      "  " + line.drop { $0 == " " }
    }
  }
}

extension Text {
  /// A phrase as a sentence: with a capital, and with a full stop unless it ends with a mark of its own.
  package func sentence(in catalog: Catalog) -> String {
    let isWhole = english.last.map { ".?!".contains($0) } ?? true
    let text = SafeText.line((isWhole ? self : Text("\(self).")).in(catalog))
    // Spanish sentences may begin with a mark.
    let mark = text.prefix { "¿¡".contains($0) }
    let rest = text.dropFirst(mark.count)
    guard let first = rest.unicodeScalars.first else { return text }
    return mark + first.properties.titlecaseMapping + String(rest.unicodeScalars.dropFirst())
  }
}
