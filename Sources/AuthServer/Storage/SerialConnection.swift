/// The connection that the leader of the group uses.
final class SerialConnection: @unchecked Sendable {
  private let connection: Connection
  private let version: Int

  init(connection: Connection, version: Int) {
    self.connection = connection
    self.version = version
  }

  func commit(_ jobs: [Job]) {
    do throws(StorageFailure) {
      try begin(writing: jobs.contains { $0.writes })
    } catch {
      for job in jobs { job.fail(error) }
      return
    }
    do throws(StorageFailure) {
      for job in jobs { try job.run(in: Transaction(connection: connection, commitActions: CommitActions())) }
      try connection.run("COMMIT")
    } catch {
      undo()
      if jobs.count == 1 {
        jobs[0].fail(error)
      } else {
        // Everything was rolled back. Run one by one, only the failing job gets the error.
        for job in jobs { commit([job]) }
      }
    }
  }

  /// Writers take their lock at the start.
  ///
  /// A transaction that reads first and writes later can be refused in between.
  private func begin(writing: Bool) throws(StorageFailure) {
    try connection.run(writing ? "BEGIN IMMEDIATE" : "BEGIN")
    do throws(StorageFailure) {
      let found = try connection.userVersion
      guard found <= version else { throw .newer(path: connection.path, version: found) }
      guard found == version
      else { throw .corrupt(path: connection.path, reason: "its version went back to \(found)") }
    } catch {
      undo()
      throw error
    }
  }

  private func undo() {
    guard connection.isInTransaction else { return }
    // A failure here needs no handling: SQLite rolls back the rest when the file is opened again.
    _ = try? connection.run("ROLLBACK")
  }
}
