/// Commands and groups that belong together, as the tool's own help shows them.
package struct CommandSection: Equatable, Sendable {
  package let title: String
  package let entries: [Entry]

  /// Commands and groups in one line.
  package struct Entry: Equatable, Sendable {
    /// The first words of their names.
    package let words: [String]
    /// What they do, in a few words.
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
