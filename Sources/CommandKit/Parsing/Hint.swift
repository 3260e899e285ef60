/// What to do next: phrases for people, and the commands in them for people and scripts alike.
///
/// A command is kept as words and quoted when it is shown, so that it can be completed, copied and run.
package struct Hint: Equatable, Sendable {
  package struct Clause: Equatable, Sendable {
    package var phrase: String
    /// Shown after the phrase and a colon.
    package var argv: [String]?
    /// A word of `argv` stands for something that only the person knows, `EMAIL` say.
    package var isTemplate = false

    var text: String {
      guard let argv else { return phrase }
      return "\(phrase): \(isTemplate ? argv.joined(separator: " ") : argv.shellLine)"
    }
  }

  package var clauses: [Clause]
  /// What scripts run next where people are not told a command: to give another code to the same step, say.
  private var silentArgv: [String]?

  package init(_ phrase: String, _ argv: [String]? = nil) {
    clauses = [Clause(phrase: phrase, argv: argv)]
  }

  /// A command of which words in capitals have to be replaced first.
  package init(_ phrase: String, template argv: [String]) {
    clauses = [Clause(phrase: phrase, argv: argv, isTemplate: true)]
  }

  /// The hint with another clause after it.
  package func then(_ phrase: String, _ argv: [String]? = nil) -> Hint {
    then(Hint(phrase, argv))
  }

  package func then(_ phrase: String, template argv: [String]) -> Hint {
    then(Hint(phrase, template: argv))
  }

  package func then(_ other: Hint) -> Hint {
    var hint = self
    hint.clauses += other.clauses
    return hint
  }

  /// The hint with the address of a page after its last phrase.
  package func adding(address: String) -> Hint {
    var hint = self
    hint.clauses[hint.clauses.count - 1].phrase += ": " + address
    return hint
  }

  /// The hint, with `argv` as what scripts run next, where people need no command.
  package func leading(to argv: [String]) -> Hint {
    var hint = self
    hint.silentArgv = argv
    return hint
  }

  /// The first command that can be run as it stands: a script's next step.
  package var argv: [String]? {
    silentArgv ?? clauses.lazy.compactMap { $0.isTemplate ? nil : $0.argv }.first
  }

  /// Whether a command to copy stands last.
  package var endsInCommand: Bool { clauses.last?.argv != nil }

  /// As people read it, in one line.
  package var text: String { clauses.map(\.text).joined(separator: "; ") }

  /// The hint with every command replaced by what `complete` makes of it.
  package func completed(by complete: ([String]) -> [String]) -> Hint {
    var hint = self
    for index in hint.clauses.indices { hint.clauses[index].argv = hint.clauses[index].argv.map(complete) }
    hint.silentArgv = hint.silentArgv.map(complete)
    return hint
  }
}

extension Hint: ExpressibleByStringInterpolation {
  /// A phrase without a command.
  package init(stringLiteral phrase: String) {
    self.init(phrase)
  }
}
