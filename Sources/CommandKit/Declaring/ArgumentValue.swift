package import Essentials

/// A value that is one word of a command line.
///
/// An enumeration of strings only declares the conformance; its cases are the choices.
package protocol ArgumentValue: ArgumentStorage where Value == Self {
  init(argument: String) throws(InvalidValue)

  /// All valid words, if they can be listed.
  static var choices: [String] { get }
}

/// The reason why a word is not a valid value, as a phrase, for example "must be a whole number".
///
/// The parser adds the word and the argument.
package struct InvalidValue: Error, Equatable {
  package let reason: Text

  package init(_ reason: Text) {
    self.reason = reason
  }
}

extension ArgumentValue {
  package static var choices: [String] { [] }
}

extension String: ArgumentValue {
  package init(argument: String) {
    self = argument
  }
}

extension Int: ArgumentValue {
  package init(argument: String) throws(InvalidValue) {
    guard let number = Int(argument) else { throw InvalidValue("must be a whole number") }
    self = number
  }
}

/// A number with s, m, h or d; without a unit, it is seconds.
extension Duration: ArgumentValue {
  package init(argument: String) throws(InvalidValue) {
    let units = ["s": 1.0, "m": 60, "h": 3600, "d": 86_400]
    let unit = argument.last.flatMap { units[String($0)] }
    let digits = unit == nil ? argument[...] : argument.dropLast()
    // Double would also read signs, exponents and "nan".
    guard digits.allSatisfy({ "0"..."9" ~= $0 || $0 == "." }), let number = Double(digits) else {
      throw InvalidValue("must be a number with s, m, h or d, such as 90s or 5m")
    }
    let milliseconds = (number * (unit ?? 1) * 1000).rounded()
    guard milliseconds < 1e15 else { throw InvalidValue("is too long a time") }
    self = .milliseconds(Int64(milliseconds))
  }
}

extension ArgumentValue where Self: RawRepresentable<String> & CaseIterable {
  package init(argument: String) throws(InvalidValue) {
    guard let value = Self(rawValue: argument) else {
      throw InvalidValue("must be \(Text(anyOf: Self.choices))")
    }
    self = value
  }

  package static var choices: [String] { allCases.map(\.rawValue) }
}
