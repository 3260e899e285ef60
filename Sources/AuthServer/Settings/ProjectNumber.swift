import Essentials

/// A project's number, which some answers contain instead of its ID: always the same twelve digits.
struct ProjectNumber: Sendable {
  private(set) var text: String

  init(of project: String) {
    // The number only needs to be stable and different for each project.
    text = String(100_000_000_000 + FNV1a.hash(project.utf8) % 900_000_000_000)
  }

  /// Creates the number for answers to clients.
  ///
  /// All projects of Firebase's emulator have the same one.
  init(of project: String, under policy: Policy) {
    self.init(of: project)
    if policy.dialect.numbersAllProjectsAlike { text = "12345" }
  }
}
