/// Commands and groups under one title in the tool's own help.
package struct CommandSection: Equatable, Sendable {
  package let title: String
  package let entries: [Entry]

  /// One line with commands and groups.
  package struct Entry: Equatable, Sendable {
    /// The first words of their names.
    package let words: [String]
    /// A short description.
    package let summary: String

    package init(_ words: String..., summary: String) {
      self.words = words
      self.summary = summary
    }
  }

  package init(_ title: String, _ entries: Entry...) {
    self.title = title
    self.entries = entries
  }
}
