import Essentials

/// The number of a project, which some answers carry instead of its id: always the same twelve digits.
struct ProjectNumber: Sendable {
  let text: String

  init(of project: String) {
    // The number only has to be stable and to differ.
    text = String(100_000_000_000 + FNV1a.hash(project.utf8) % 900_000_000_000)
  }
}
