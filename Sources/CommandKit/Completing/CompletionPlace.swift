private import Essentials

/// The place of the word that the user is typing on a command line.
struct CompletionPlace {
  /// The earlier words that do not belong to an option.
  private(set) var operands: [String] = []
  private let arguments: [ArgumentDescription]
  private var given: Set<String> = []
  /// The option whose value the word is.
  private var waiting: ArgumentDescription?
  /// Whether `--` comes before the word. After it, no word is an option or a command.
  private var isTerminated = false

  /// The kind of the word, by its form.
  enum Kind {
    /// The value of an option, with the part that was typed.
    case value(ArgumentDescription?, String)
    case name
    case operand
  }

  /// Reads `words` in the same way as the parser reads the complete line.
  init(after words: [String], of command: CommandDescription?, globals: [ArgumentDescription]) {
    arguments = (command?.operands ?? []) + (command?.options ?? []) + globals
    for word in words { read(word) }
  }

  private mutating func read(_ text: String) {
    let word = isTerminated ? .plain : Word(text)
    let isValue = waiting != nil && word == .plain
    waiting = nil
    switch word {
    case _ where isValue: break
    case .plain: operands.append(text)
    case .terminator: isTerminated = true
    case .long(let name, let value): note(long(name), value)
    case .short(let cluster):
      let (letters, option, value) = split(cluster)
      given.formUnion(letters)
      note(option, value)
    }
  }

  private mutating func note(_ option: ArgumentDescription?, _ value: String?) {
    guard let option else { return }
    given.insert(option.name)
    waiting = option.kind == .option && value == nil ? option : nil
  }

  private func long(_ name: String) -> ArgumentDescription? {
    arguments.first { $0.isOption && $0.name == name }
  }

  /// Splits a cluster into its flags, the option at its end that takes a value, and that value.
  private func split(
    _ cluster: Substring
  ) -> (flags: [String], option: ArgumentDescription?, value: String?) {
    var (flags, cluster) = ([String](), cluster)
    while let letter = cluster.popFirst(),
      let option = arguments.first(where: { $0.isOption && $0.short == letter })
    {
      guard option.kind == .option else {
        flags.append(option.name)
        continue
      }
      let value = cluster.first == "=" ? cluster.dropFirst() : cluster
      return (flags, option, cluster.isEmpty ? nil : String(value))
    }
    return (flags, nil, nil)
  }
}

extension CompletionPlace {
  func kind(of last: String) -> Kind {
    if let waiting, !waiting.isValueOptional || Word(last) == .plain { return .value(waiting, last) }
    if isTerminated { return .operand }
    switch Word(last) {
    case .plain: return .operand
    case .terminator, .long(_, nil): return .name
    case .long(let name, let value?): return .value(long(name), value)
    case .short(let cluster):
      let (_, option, value) = split(cluster)
      return value.map { .value(option, $0) } ?? .name
    }
  }

  /// Whether the word can be part of the command's name.
  var takesCommand: Bool { operands.isEmpty && !isTerminated }

  /// The positional argument at this place.
  var operand: ArgumentDescription? {
    if isTerminated, arguments.contains(where: { $0.kind == .rest }) { return nil }
    let positionals = arguments.filter { $0.kind == .positional }
    return positionals.prefix(operands.count).first(where: \.repeats)
      ?? positionals.dropFirst(operands.count).first
  }

  /// The options that can still be given.
  var options: [Candidate] {
    arguments.filter { option in
      option.isOption && (!given.contains(option.name) || option.kind == .option && option.repeats)
    }.flatMap { option in option.spellings.map { Candidate($0, help: option.help.english) } }
  }
}

/// A word that a completion offers.
package struct Candidate: Equatable, Sendable {
  package let value: String

  /// A short description; empty if the value explains itself.
  package let help: String

  package init(_ value: String, help: String = "") {
    self.value = value
    self.help = help
  }
}

/// The words before the one that the user is typing.
package struct PartialLine<Globals> {
  /// The command or group that they name; empty if there is none.
  package let path: String

  /// The command's positional arguments so far.
  package let operands: [String]

  /// The global options so far.
  package var globals: Globals
}
