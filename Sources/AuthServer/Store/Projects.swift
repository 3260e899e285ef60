import HTTP

/// A project: a world of its own in the store.
struct Project: Sendable, Equatable {
  var id: Int64
  /// The configuration, JSON, as it was stored.
  var config: String
}

extension Transaction {
  func project(named name: String) throws(StorageFailure) -> Project? {
    try connection.first("SELECT id, config FROM projects WHERE name = ?", name) {
      row throws(StorageFailure) in Project(id: try row[0], config: try row[1])
    }
  }

  func insertProject(named name: String, config: String) throws(StorageFailure) -> Project {
    try connection.run("INSERT INTO projects (name, config) VALUES (?, ?)", name, config)
    return Project(id: connection.lastInsertedID, config: config)
  }

  func setConfig(_ config: String, project: Int64) throws(StorageFailure) {
    try connection.run("UPDATE projects SET config = ? WHERE id = ?", config, project)
  }

  func delete(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM projects WHERE id = ?", project)
  }
}
