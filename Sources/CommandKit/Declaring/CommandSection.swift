package import Essentials

/// Commands and groups under one title, in the help of the tool or of a group.
package struct CommandSection: Equatable, Sendable {
  package let title: Text
  package let entries: [Entry]

  /// One line with commands and groups.
  package struct Entry: Equatable, Sendable {
    /// The words that lead to them, the first ones or those after the group's.
    package let words: [String]
    /// A short description, or nil to show the abstract.
    package let summary: Text?

    package init(_ words: String..., summary: Text? = nil) {
      self.words = words
      self.summary = summary
    }
  }

  package init(_ title: Text, _ entries: Entry...) {
    self.title = title
    self.entries = entries
  }
}
