/// The version of this program, and the facts about its build.
package enum Release {
  static let version = "0.1.0"

  /// The commit that a build was made from.
  package struct Commit: Equatable, Sendable {
    /// The beginning of its hash, and `-dirty` if files were changed.
    let id: String
    /// The commit's date as YYYY-MM-DD, in UTC.
    let date: String

    package init(id: String, date: String) {
      self.id = id
      self.date = date
    }
  }

  /// The facts that a build knows about itself.
  package struct Build: Equatable, Sendable {
    /// Nil if the build does not know it; the same holds for `swift`.
    let commit: Commit?
    /// The version of the Swift compiler.
    let swift: String?

    package init(commit: Commit? = nil, swift: String? = nil) {
      self.commit = commit
      self.swift = swift
    }
  }
}
