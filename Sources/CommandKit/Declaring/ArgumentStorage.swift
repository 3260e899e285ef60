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
