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
