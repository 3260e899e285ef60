/// A project: a world of its own in the store.
struct Project: Sendable, Equatable {
  var id: Int64
  /// The configuration, JSON, as it was stored.
  var config: String
}

/// A row of `projects`.
private struct ProjectRow: Record {
  static let table: StaticString = "projects"

  var name = ""
  var project = Project(id: 0, config: "")

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &project.id, .id)
    try row.column("name", &name, .fixed)
    try row.column("config", &project.config)
  }
}

extension Transaction {
  func project(named name: String) throws(StorageFailure) -> Project? {
    try connection.first(ProjectRow.self, where: "name = ?", name)?.project
  }

  func insertProject(named name: String, config: String) throws(StorageFailure) -> Project {
    var project = Project(id: 0, config: config)
    project.id = try connection.insert(ProjectRow(name: name, project: project))
    return project
  }

  /// The names of the first projects by the alphabet.
  func projectNames() throws(StorageFailure) -> [String] {
    try connection.all(ProjectRow.self, where: "name > '' ORDER BY name LIMIT 200").map(\.name)
  }

  func setConfig(_ config: String, project: Int64) throws(StorageFailure) {
    try connection.run("UPDATE projects SET config = ? WHERE id = ?", config, project)
  }

  func delete(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM projects WHERE id = ?", project)
  }
}
