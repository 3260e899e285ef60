import Synchronization

/// A database that many threads share.
package final class Store: Sendable {
  package enum Location: Sendable, Equatable {
    case memory
    case file(path: String)
  }

  /// How long the store stays open.
  ///
  /// This decides how much of SQLite's log may remain for the next process.
  package enum Use: Sendable {
    case command
    case server
  }

  /// The path of the database, for messages.
  let path: String
  private let connection: SerialConnection
  private let group: GroupCommit
  private let projects: StoredNames

  /// Opens the database.
  ///
  /// It creates it or brings it up to date if necessary.
  init(at location: Location, for use: Use = .command, schema: Schema) throws(StorageFailure) {
    let connection = try Opening(location: location, use: use, schema: schema).connection()
    path = connection.path
    projects = connection.projects
    let serial = SerialConnection(connection: connection, version: schema.version)
    self.connection = serial
    group = GroupCommit { serial.commit($0) }
  }

  /// Whether the disk has space for the next writes.
  var hasRoom: Bool { path == ":memory:" || DatabaseFile(path: path).hasRoom }

  /// Returns whether a project may have this name, without a look at the database.
  ///
  /// Other processes can store projects in a file. In memory, nobody else can.
  func mayHave(project name: String) -> Bool { path != ":memory:" || projects.contain(name) }

  /// Moves the log into the database file, as far as no other connection reads it.
  ///
  /// The file alone is then complete.
  func emptyLog() throws {
    if path == ":memory:" { return }
    let connection = try Connection(path: path)
    try connection.keepLogOnClose()
    try connection.runScript("PRAGMA wal_checkpoint(PASSIVE)")
  }

  /// Runs `body` in a separate transaction, which sees one state and writes nothing.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Transaction) throws -> Value
  ) throws -> Value {
    try perform(Work(writes: false, body))
  }

  /// Runs `body` in a transaction, and returns when its changes are on disk.
  ///
  /// `body` may run twice, and on another thread. So it must not draw random numbers or change anything but the
  /// database. Slow work that must not delay others, such as signing, belongs outside.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Transaction) throws -> Value
  ) throws -> Value {
    try perform(Work(writes: true, body))
  }

  private func perform<Value>(_ work: Work<Value>) throws -> Value {
    group.run(work)
    guard let result = work.result else { fatalError("a job was handed back without a result") }
    work.finish()
    return try result.get()
  }
}

/// Names that were stored, even if the transaction that stored them failed.
final class StoredNames: Sendable {
  private let names = Mutex<Set<String>>([])

  func add(_ name: String) { names.withLock { _ = $0.insert(name) } }

  func contain(_ name: String) -> Bool { names.withLock { $0.contains(name) } }
}
