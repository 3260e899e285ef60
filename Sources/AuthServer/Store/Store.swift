package import HTTP

/// Everything the server remembers: accounts, codes, sessions, keys, configuration.
package final class Store: Sendable {
  package enum Location: Sendable, Equatable {
    case memory
    case file(path: String)
  }

  /// How long the store is open, which decides how much of SQLite's log may be left for the next one.
  package enum Use: Sendable {
    case command
    case server
  }

  /// Where the database is, for the people who have to look after it.
  let path: String
  private let connection: SerialConnection
  private let group: GroupCommit

  /// Opens the database, made and brought up to date where necessary.
  package convenience init(at location: Location, for use: Use = .command) throws(StorageFailure) {
    try self.init(at: location, for: use, schema: .current)
  }

  init(at location: Location, for use: Use = .command, schema: Schema) throws(StorageFailure) {
    let connection = try Self.open(location, for: use, schema: schema)
    path = connection.path
    let serial = SerialConnection(connection: connection, version: schema.version)
    self.connection = serial
    group = GroupCommit { serial.commit($0) }
  }

  /// Runs `body` in a transaction of its own, which sees one state and writes nothing.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Transaction) throws -> Value
  ) throws -> Value {
    try perform(Work(writes: false, body))
  }

  /// Runs `body` in a transaction and returns when what it wrote is on disk.
  ///
  /// `body` may run twice, and on another thread: it draws no random numbers and changes nothing but the
  /// database. What must not hold others up, signing say, belongs outside.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Transaction) throws -> Value
  ) throws -> Value {
    try perform(Work(writes: true, body))
  }

  private func perform<Value>(_ work: Work<Value>) throws -> Value {
    group.run(work)
    guard let result = work.result else { fatalError("a job was handed back without a result") }
    return try result.get()
  }
}

/// The connection in the hands of whoever leads the group.
private final class SerialConnection: @unchecked Sendable {
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
      for job in jobs { try job.run(in: Transaction(connection: connection)) }
      try connection.run("COMMIT")
    } catch {
      undo()
      if jobs.count == 1 {
        jobs[0].fail(error)
      } else {
        // All is as before; one by one, only the one that fails has to hear of it.
        for job in jobs { commit([job]) }
      }
    }
  }

  /// Writers take their lock at the start: one that reads first and writes later can be refused in between.
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
    // Nothing can be done about a failure here: SQLite undoes the rest when the file is opened again.
    try? connection.run("ROLLBACK")
  }
}
