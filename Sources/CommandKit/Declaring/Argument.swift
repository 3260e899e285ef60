import Essentials

/// An argument of `Target`, tied to the property that keeps it.
///
/// The property's type says the rest: a plain value is required where it is positional and has a default
/// where it is an option, an optional may be left out, an array takes the argument any number of times.
package struct Argument<Target>: Sendable {
  package let description: ArgumentDescription

  /// Validates a word and keeps it; a flag is given an empty one.
  package let store: @Sendable (inout Target, String) throws(InvalidValue) -> Void

  /// Keeps what an option means without its value; nil where it needs one.
  package let storeAlone: (@Sendable (inout Target) -> Void)?

  /// An argument known by its place. `name` is shown in capitals.
  /// - Parameter holdsSecret: Whether a word given for it is, or may hold, what no history may keep.
  package static func positional<Storage: ArgumentStorage>(
    _ property: any WritableKeyPath<Target, Storage> & Sendable, _ name: String, help: String,
    required: Bool = Storage.isRequired, completion: Completion? = nil, holdsSecret: Bool = false
  ) -> Argument {
    Argument(
      property,
      ArgumentDescription(
        kind: .positional, name: name, value: name.asciiUppercased(), help: help, isRequired: required,
        repeats: Storage.repeats, choices: Storage.Value.choices, completion: completion,
        holdsSecret: holdsSecret))
  }

  /// Everything after `--`, untouched.
  package static func rest(
    _ property: any WritableKeyPath<Target, [String]> & Sendable, _ name: String, help: String,
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
  /// - Parameter alone: What it means without a value; nil where it needs one.
  package static func option<Storage: ArgumentStorage>(
    _ property: any WritableKeyPath<Target, Storage> & Sendable, _ name: String, short: Character? = nil,
    value: String, alone: Storage.Value? = nil, help: String, completion: Completion? = nil,
    holdsSecret: Bool = false
  ) -> Argument {
    let description = ArgumentDescription(
      kind: .option, name: name, short: short, value: value, isValueOptional: alone != nil, help: help,
      repeats: Storage.repeats, choices: Storage.Value.choices, completion: completion,
      holdsSecret: holdsSecret)
    return Argument(property, description, alone: alone)
  }

  /// `--name`, which may be given again without effect.
  package static func flag(
    _ property: any WritableKeyPath<Target, Bool> & Sendable, _ name: String, short: Character? = nil,
    help: String
  ) -> Argument {
    Argument(description: .flag(name, short: short, help: help)) { target, _ in
      target[keyPath: property] = true
    }
  }

  /// The arguments of a set that `Target` keeps whole in one property. A set within it keeps a heading of its own.
  package static func set<Set: ArgumentSet>(
    _ property: any WritableKeyPath<Target, Set> & Sendable
  ) -> [Argument] {
    Set.arguments.map { inner in
      var storeAlone: (@Sendable (inout Target) -> Void)?
      if let alone = inner.storeAlone {
        storeAlone = { target in alone(&target[keyPath: property]) }
      }
      return Argument(description: inner.description.under(Set.heading), storeAlone: storeAlone) {
        (target, word) throws(InvalidValue) in
        try inner.store(&target[keyPath: property], word)
      }
    }
  }

  private init<Storage: ArgumentStorage>(
    _ property: any WritableKeyPath<Target, Storage> & Sendable, _ description: ArgumentDescription,
    alone: Storage.Value? = nil
  ) {
    var storeAlone: (@Sendable (inout Target) -> Void)?
    if let alone {
      storeAlone = { target in target[keyPath: property].keep(alone) }
    }
    self.init(description: description, storeAlone: storeAlone) { (target, word) throws(InvalidValue) in
      target[keyPath: property].keep(try Storage.Value(argument: word))
    }
  }

  init(
    description: ArgumentDescription, storeAlone: (@Sendable (inout Target) -> Void)? = nil,
    store: @escaping @Sendable (inout Target, String) throws(InvalidValue) -> Void
  ) {
    self.description = description
    self.store = store
    self.storeAlone = storeAlone
  }
}
