/// A word that may stand in a place of a command line.
package struct Candidate: Equatable, Sendable {
  package let value: String

  /// What it is, in a few words; empty where the value says it.
  package let help: String

  package init(_ value: String, help: String = "") {
    self.value = value
    self.help = help
  }
}
