package import Essentials

/// The description of an argument, for the help, the manual and the completions.
package struct ArgumentDescription: Equatable, Sendable {
  package enum Kind: Sendable {
    case positional, rest, option, flag
  }

  package let kind: Kind

  /// The name: "pending" for `--pending`, "code" for `CODE`.
  package let name: String
  package let short: Character?

  /// The placeholder of the value, for example "ID"; nil for a flag.
  package let value: String?
  /// Whether the option can also be given without a value.
  package let isValueOptional: Bool

  /// The help, in one sentence.
  package let help: Text
  package let isRequired: Bool
  package let repeats: Bool

  /// All valid values, if they can be listed.
  package let choices: [String]
  package let completion: Completion

  /// Whether its value is, or may contain, a code, a link or another secret. Such a value is not in the history.
  package let holdsSecret: Bool

  /// The spellings of the arguments that cannot be used together with this one.
  package private(set) var excluded: [String] = []
  /// The spelling of the option that this one needs; nil if it needs none.
  package private(set) var needed: String?

  /// The heading of a group of options; nil for an option without a group.
  package private(set) var heading: Text?

  package init(
    kind: Kind, name: String, short: Character? = nil, value: String? = nil,
    isValueOptional: Bool = false, help: Text, isRequired: Bool = false, repeats: Bool = false,
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

  static func flag(_ name: String, short: Character? = nil, help: Text) -> ArgumentDescription {
    ArgumentDescription(kind: .flag, name: name, short: short, help: help, repeats: true)
  }

  /// Returns the same argument under `heading`, unless it already has one.
  func under(_ heading: Text?) -> ArgumentDescription {
    var description = self
    description.heading = self.heading ?? heading
    return description
  }

  func excluding(_ excluded: [String]) -> ArgumentDescription {
    var description = self
    description.excluded = excluded
    return description
  }

  func needing(_ needed: String) -> ArgumentDescription {
    var description = self
    description.needed = needed
    return description
  }

  /// Whether the argument has a name on the command line.
  package var isOption: Bool { kind == .option || kind == .flag }

  /// The placeholder in help and manual: `ID`, or `[DIR]` if it is optional.
  package var shownValue: String? { isValueOptional ? value.map { "[" + $0 + "]" } : value }

  /// The name in messages: `--pending` or `CODE`.
  package var spelling: String { isOption ? "--" + name : value ?? name }

  /// The spellings, for example `["-p", "--pending"]`; empty for an argument without a name.
  package var spellings: [String] {
    guard isOption else { return [] }
    return (short.map { ["-\($0)"] } ?? []) + ["--" + name]
  }

  /// The form in a usage line: `CODE`, `[CODE]`, `[CODE...]`, `[-- COMMAND...]`, `[--pending ID]`.
  package var usage: String {
    var usage = spelling
    if kind == .option, let shownValue { usage += " " + shownValue }
    if kind == .rest { usage = "-- " + usage }
    if repeats && kind != .flag { usage += "..." }
    return isRequired ? usage : "[" + usage + "]"
  }

  /// The help with the choices, and with the arguments that go with this one or do not.
  package var fullHelp: Text {
    var text: Text = choices.isEmpty ? help : "\(help) One of: \(choices.joined(separator: ", "))."
    if let needed { text = "\(text) Needs \(needed)." }
    if !excluded.isEmpty { text = "\(text) Not with \(Text(anyOf: excluded))." }
    return text
  }
}
