package import Essentials

/// A switch, limit or lifetime of a `Policy`: its name, the source of its value, and its text form.
package struct PolicyEntry: Sendable {
  package enum Source: String, Sendable {
    /// Documented by Google.
    case documented
    /// Observed at the real service by others.
    case recorded
    /// A decision of this project.
    case ours
  }

  package let name: String
  package let source: Source
  package let summary: Text
  /// The allowed values of a number or a duration in seconds, or nil for a flag.
  var range: ClosedRange<Int>?
  /// Whether all projects of a server share the value.
  package private(set) var isOfServer = false
  /// Returns the value in `policy`, in the form that `set` reads.
  package let value: @Sendable (_ policy: Policy) -> String
  let set: @Sendable (inout Policy, String) throws(PolicyError) -> Void

  /// The same entry, for what all projects of a server share.
  var ofServer: PolicyEntry {
    var entry = self
    entry.isOfServer = true
    return entry
  }
}

/// A problem with a `NAME=VALUE` argument.
package enum PolicyError: Error, Equatable, Sendable {
  case unknownName(String)
  /// The setting was one of an earlier version.
  case dropped(String, Successor)
  /// `expected` describes valid values.
  case badValue(name: String, expected: String)

  /// What decides now.
  package enum Successor: Sendable {
    /// A rule of the dialect, that is, `service-answers`.
    case rule
    /// Nobody: The value is fixed.
    case constant
  }
}

extension PolicyEntry {
  typealias Property<Value> = any WritableKeyPath<Policy, Value> & Sendable

  static func count(
    _ name: String, _ property: Property<Int>, _ range: ClosedRange<Int>, _ source: Source, _ summary: Text
  ) -> PolicyEntry {
    PolicyEntry(
      name: name, source: source, summary: summary, range: range, value: { String($0[keyPath: property]) }
    ) {
      (policy, text) throws(PolicyError) in
      guard let value = Int(text), range.contains(value) else {
        throw .badValue(name: name, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
      }
      policy[keyPath: property] = value
    }
  }

  /// Creates an entry for a duration: a number with `s`, `m`, `h` or `d`, or without a unit for seconds.
  static func seconds(
    _ name: String, _ property: Property<Int>, _ range: ClosedRange<Int>, _ source: Source, _ summary: Text
  ) -> PolicyEntry {
    PolicyEntry(
      name: name, source: source, summary: summary, range: range, value: { written($0[keyPath: property]) }
    ) {
      (policy, text) throws(PolicyError) in
      guard let value = read(text), range.contains(value) else {
        let range = "\(written(range.lowerBound)) to \(written(range.upperBound))"
        throw .badValue(name: name, expected: "a duration from \(range)")
      }
      policy[keyPath: property] = value
    }
  }

  static func flag(
    _ name: String, _ property: Property<Bool>, _ source: Source, _ summary: Text
  ) -> PolicyEntry {
    PolicyEntry(name: name, source: source, summary: summary, value: { String($0[keyPath: property]) }) {
      (policy, text) throws(PolicyError) in
      guard let value = Bool(text) else { throw .badValue(name: name, expected: "true or false") }
      policy[keyPath: property] = value
    }
  }

  /// Creates an entry for a flag whose two values have names.
  static func choice(
    _ name: String, _ property: Property<Bool>, _ names: (isTrue: String, isFalse: String), _ source: Source,
    _ summary: Text
  ) -> PolicyEntry {
    let (yes, no) = names
    return PolicyEntry(
      name: name, source: source, summary: summary, value: { $0[keyPath: property] ? yes : no }
    ) { (policy, text) throws(PolicyError) in
      guard [yes, no].contains(text) else { throw .badValue(name: name, expected: "\(yes) or \(no)") }
      policy[keyPath: property] = text == yes
    }
  }

  /// Creates an entry whose value is one of several words.
  static func choice<Choice: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ property: Property<Choice>, _ source: Source, _ summary: Text
  ) -> PolicyEntry {
    let words = Choice.allCases.map(\.rawValue)
    let others = words.dropLast().joined(separator: ", ")
    let expected = (others.isEmpty ? "" : others + " or ") + (words.last ?? "")
    return PolicyEntry(
      name: name, source: source, summary: summary, value: { $0[keyPath: property].rawValue }
    ) { (policy, text) throws(PolicyError) in
      guard let choice = Choice(rawValue: text) else { throw .badValue(name: name, expected: expected) }
      policy[keyPath: property] = choice
    }
  }

  private static let units: [(symbol: Character, seconds: Int)] = [
    ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
  ]

  private static func written(_ seconds: Int) -> String {
    guard let unit = units.first(where: { seconds >= $0.seconds && seconds.isMultiple(of: $0.seconds) })
    else { return "0s" }
    return "\(seconds / unit.seconds)\(unit.symbol)"
  }

  private static func read(_ text: String) -> Int? {
    guard let last = text.last else { return nil }
    let unit = units.first { $0.symbol == last }
    guard let number = Int(unit == nil ? text[...] : text.dropLast()), number >= 0 else { return nil }
    let (seconds, overflow) = number.multipliedReportingOverflow(by: unit?.seconds ?? 1)
    return overflow ? nil : seconds
  }
}
