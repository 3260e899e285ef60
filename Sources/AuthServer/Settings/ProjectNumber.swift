import Essentials

/// A project's number, which some answers contain instead of its ID: always the same twelve digits.
struct ProjectNumber: Sendable {
  let text: String

  init(of project: String) {
    // The number only needs to be stable and different for each project.
    text = String(100_000_000_000 + FNV1a.hash(project.utf8) % 900_000_000_000)
  }
}
