/// An argument as help, manual and completions see it.
package struct ArgumentDescription: Equatable, Sendable {
  package enum Kind: Sendable {
    case positional, rest, option, flag
  }

  package let kind: Kind

  /// "pending" for `--pending`, "code" for `CODE`.
  package let name: String
  package let short: Character?

  /// What stands for the value, "ID"; nil for a flag.
  package let value: String?
  /// Whether the option means something without its value, too.
  package let isValueOptional: Bool

  /// One sentence.
  package let help: String
  package let isRequired: Bool
  package let repeats: Bool

  /// Every valid value, where they can be listed.
  package let choices: [String]
  package let completion: Completion

  /// Whether a word given for it is, or may hold, a code, a link or another secret: no history keeps it.
  package let holdsSecret: Bool

  /// What it and the options it belongs to are called together; nil for one that stands among the others.
  package private(set) var heading: String?

  package init(
    kind: Kind, name: String, short: Character? = nil, value: String? = nil,
    isValueOptional: Bool = false, help: String, isRequired: Bool = false, repeats: Bool = false,
    choices: [String] = [], completion: Completion? = nil,
    holdsSecret: Bool = false
  ) {
    self.kind = kind
    self.name = name
    self.short = short
    self.value = value
    self.isValueOptional = isValueOptional
    self.help = help
    self.isRequired = isRequired
    self.repeats = repeats
    self.choices = choices
    self.completion = completion ?? (choices.isEmpty ? .none : .choices(choices))
    self.holdsSecret = holdsSecret
  }

  static func flag(_ name: String, short: Character? = nil, help: String) -> ArgumentDescription {
    ArgumentDescription(kind: .flag, name: name, short: short, help: help, repeats: true)
  }

  /// The same, under `heading` unless it has one.
  func under(_ heading: String?) -> ArgumentDescription {
    var description = self
    description.heading = self.heading ?? heading
    return description
  }

  /// Whether it is given by name.
  package var isOption: Bool { kind == .option || kind == .flag }

  /// How the value stands in help and manual: `ID`, or `[DIR]` where it may be left out.
  package var shownValue: String? { isValueOptional ? value.map { "[" + $0 + "]" } : value }

  /// What a message calls it: `--pending` or `CODE`.
  package var spelling: String { isOption ? "--" + name : value ?? name }

  /// `["-p", "--pending"]`; empty for what has no name on the command line.
  package var spellings: [String] {
    guard isOption else { return [] }
    return (short.map { ["-\($0)"] } ?? []) + ["--" + name]
  }

  /// How it stands in a usage line: `CODE`, `[CODE]`, `[CODE...]`, `[-- COMMAND...]`, `[--pending ID]`.
  package var usage: String {
    var usage = spelling
    if kind == .option, let shownValue { usage += " " + shownValue }
    if kind == .rest { usage = "-- " + usage }
    if repeats && kind != .flag { usage += "..." }
    return isRequired ? usage : "[" + usage + "]"
  }

  /// The help, and the choices.
  package var fullHelp: String {
    choices.isEmpty ? help : help + " One of: " + choices.joined(separator: ", ") + "."
  }
}
