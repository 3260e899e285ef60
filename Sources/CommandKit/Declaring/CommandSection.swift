/// Commands and groups that belong together, as the help of the tool or of a group shows them.
package struct CommandSection: Equatable, Sendable {
  package let title: String
  package let entries: [Entry]

  /// Commands and groups in one line.
  package struct Entry: Equatable, Sendable {
    /// The words that lead to them, the first ones or those after the group's.
    package let words: [String]
    /// What they do, in a few words; nil for one whose abstract says it.
    package let summary: String?

    package init(_ words: String..., summary: String? = nil) {
      self.words = words
      self.summary = summary
    }
  }

  package init(_ title: String, _ entries: Entry...) {
    self.title = title
    self.entries = entries
  }
}
