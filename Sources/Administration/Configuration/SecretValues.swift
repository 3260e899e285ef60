import Essentials

/// The secrets of a configuration, by their paths. `print` and `dump` do not show them.
struct SecretValues: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
  private var values: [[String]: JSONValue] = [:]

  subscript(path: [String]) -> JSONValue? {
    get { values[path] }
    set { values[path] = newValue }
  }

  var paths: some Collection<[String]> { values.keys }

  var description: String { "secrets" }

  var customMirror: Mirror { Mirror(self, children: []) }

  /// Returns whether the value at `path` is a secret.
  ///
  /// The code of a fictional number is one, because it signs in again and again.
  static func areAt(_ path: [String]) -> Bool {
    isCode(path) || ["clientSecret", "password", "privateKey"].contains(path.last)
  }

  /// Returns whether the value at `path` is the code of a fictional number.
  static func isCode(_ path: [String]) -> Bool { path.dropLast().last == "testPhoneNumbers" }
}
