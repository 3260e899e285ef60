package import Essentials

/// An argument of `Target`, with the property that stores it.
///
/// The property's type decides the rest. A plain value is required as a positional argument, and has a default as an
/// option. An optional value may be left out. An array accepts the argument any number of times.
package struct Argument<Target>: Sendable {
  package private(set) var description: ArgumentDescription

  /// Validates a word and stores it: nil for a flag, or for an option without its value.
  package let store: @Sendable (inout Target, String?) throws(InvalidValue) -> Void

  /// Of an argument in groups of digits: whether its first word is the whole of it.
  private(set) var isWhole: (@Sendable (_ word: String) -> Bool)?

  /// A positional argument. Help shows `name` in capitals.
  /// - Parameter holdsSecret: Whether its value is, or may contain, a secret that must not be in the history.
  package static func positional<Storage: ArgumentStorage>(
    _ property: any WritableKeyPath<Target, Storage> & Sendable, _ name: String, help: Text,
    required: Bool = Storage.isRequired, completion: Completion? = nil, holdsSecret: Bool = false
  ) -> Argument {
    Argument(
      property,
      ArgumentDescription(
        kind: .positional, name: name, value: name.asciiUppercased(), help: help, isRequired: required,
        repeats: Storage.repeats, choices: Storage.Value.choices, completion: completion,
        holdsSecret: holdsSecret))
  }

  /// All words after `--`, unchanged.
  package static func rest(
    _ property: any WritableKeyPath<Target, [String]> & Sendable, _ name: String, help: Text,
    required: Bool = false, holdsSecret: Bool = false
  ) -> Argument {
    Argument(
      property,
      ArgumentDescription(
        kind: .rest, name: name, value: name.asciiUppercased(), help: help, isRequired: required,
        repeats: true,
        holdsSecret: holdsSecret))
  }

  /// `--name VALUE`.
  /// - Parameter alone: The value that the option has without one; nil if it needs one.
  package static func option<Storage: ArgumentStorage>(
    _ property: any WritableKeyPath<Target, Storage> & Sendable, _ name: String, short: Character? = nil,
    value: String, alone: Storage.Value? = nil, help: Text, completion: Completion? = nil,
    holdsSecret: Bool = false
  ) -> Argument {
    let description = ArgumentDescription(
      kind: .option, name: name, short: short, value: value, isValueOptional: alone != nil, help: help,
      repeats: Storage.repeats, choices: Storage.Value.choices, completion: completion,
      holdsSecret: holdsSecret)
    return Argument(property, description, alone: alone)
  }

  /// `--name`, which may be repeated without effect.
  package static func flag(
    _ property: any WritableKeyPath<Target, Bool> & Sendable, _ name: String, short: Character? = nil,
    help: Text
  ) -> Argument {
    Argument(description: .flag(name, short: short, help: help)) { target, _ in
      target[keyPath: property] = true
    }
  }

  /// Returns the argument, whose digits may be in several words: `+1 650 555 0123`.
  ///
  /// - Parameter isWhole: Whether the first word is the whole number. Then another word is a mistake.
  package func inGroups(unless isWhole: @escaping @Sendable (_ word: String) -> Bool) -> Argument {
    var argument = self
    argument.isWhole = isWhole
    return argument
  }

  /// Returns the argument, which cannot be used together with those that are spelled so.
  package func excluding(_ spellings: String...) -> Argument {
    var argument = self
    argument.description = description.excluding(spellings)
    return argument
  }

  /// Returns the argument, which needs the option that is spelled so.
  package func needing(_ spelling: String) -> Argument {
    var argument = self
    argument.description = description.needing(spelling)
    return argument
  }

  /// The arguments of a set that `Target` stores in one property. A set within the set keeps its own heading.
  package static func set<Set: ArgumentSet>(
    _ property: any WritableKeyPath<Target, Set> & Sendable
  ) -> [Argument] {
    set(of: Set.self) { (target, change) throws(InvalidValue) in try change(&target[keyPath: property]) }
  }

  /// The arguments of a set that `place` changes in a target.
  static func set<Set: ArgumentSet>(of type: Set.Type, in place: @escaping Place<Set>) -> [Argument] {
    Set.arguments.map { inner in
      var argument = Argument(description: inner.description.under(Set.heading)) {
        (target, word) throws(InvalidValue) in
        try place(&target) { (set) throws(InvalidValue) in try inner.store(&set, word) }
      }
      argument.isWhole = inner.isWhole
      return argument
    }
  }

  typealias Place<Part> =
    @Sendable (
      inout Target, (inout Part) throws(InvalidValue) -> Void
    ) throws(InvalidValue) -> Void

  private init<Storage: ArgumentStorage>(
    _ property: any WritableKeyPath<Target, Storage> & Sendable, _ description: ArgumentDescription,
    alone: Storage.Value? = nil
  ) {
    self.init(description: description) { (target, word) throws(InvalidValue) in
      guard let value = try word.map(Storage.Value.init(argument:)) ?? alone else { return }
      target[keyPath: property].keep(value)
    }
  }

  init(
    description: ArgumentDescription,
    store: @escaping @Sendable (inout Target, String?) throws(InvalidValue) -> Void
  ) {
    self.description = description
    self.store = store
  }
}

/// Arguments that belong together: those of one command, the global ones, or those that several commands share.
package protocol ArgumentSet: Sendable {
  /// The arguments, in the order of the help.
  static var arguments: [Argument<Self>] { get }

  /// The heading above the options of the set; nil if they are among the command's other options.
  static var heading: Text? { get }

  /// Creates a set before any argument is read.
  init()
}

extension ArgumentSet {
  package static var heading: Text? { nil }
}

/// A property that can store an argument: a value, an optional value or an array of values.
package protocol ArgumentStorage: Sendable {
  associatedtype Value: ArgumentValue

  /// Whether a positional argument with this storage is required.
  static var isRequired: Bool { get }

  /// Whether the argument may be given more than once.
  static var repeats: Bool { get }

  mutating func keep(_ value: Value)
}

extension ArgumentValue {
  package static var isRequired: Bool { true }
  package static var repeats: Bool { false }
  package mutating func keep(_ value: Self) { self = value }
}

extension Optional: ArgumentStorage where Wrapped: ArgumentValue {
  package static var isRequired: Bool { false }
  package static var repeats: Bool { false }
  package mutating func keep(_ value: Wrapped) { self = value }
}

extension Array: ArgumentStorage where Element: ArgumentValue {
  package static var isRequired: Bool { false }
  package static var repeats: Bool { true }
  package mutating func keep(_ value: Element) { append(value) }
}
