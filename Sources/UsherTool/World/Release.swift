/// This program, as it calls itself to people and servers.
package enum Release {
  static let version = "0.1.0"

  /// What a build was made from.
  package struct Commit: Equatable, Sendable {
    /// The beginning of its hash; `-dirty` follows where files had been changed since.
    let id: String
    /// The day that it was made, as YYYY-MM-DD in UTC.
    let date: String

    package init(id: String, date: String) {
      self.id = id
      self.date = date
    }
  }

  /// What a build knows of itself.
  package struct Build: Equatable, Sendable {
    /// Nil where the build could not tell, like the next.
    let commit: Commit?
    /// The version of Swift.
    let swift: String?

    package init(commit: Commit? = nil, swift: String? = nil) {
      self.commit = commit
      self.swift = swift
    }
  }
}
