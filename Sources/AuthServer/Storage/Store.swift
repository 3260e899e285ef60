/// A database that many threads share.
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
  init(at location: Location, for use: Use = .command, schema: Schema) throws(StorageFailure) {
    let connection = try Opening(location: location, use: use, schema: schema).connection()
    path = connection.path
    let serial = SerialConnection(connection: connection, version: schema.version)
    self.connection = serial
    group = GroupCommit { serial.commit($0) }
  }

  /// Whether the disk has room for what is written next.
  var hasRoom: Bool { path == ":memory:" || DatabaseFile(path: path).hasRoom }

  /// Moves what the log holds into the database's file, as far as nobody reads it meanwhile: a copy of the file alone is
  /// whole then.
  func emptyLog() throws {
    if path == ":memory:" { return }
    let connection = try Connection(path: path)
    try connection.keepLogOnClose()
    try connection.runScript("PRAGMA wal_checkpoint(PASSIVE)")
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
    work.finish()
    return try result.get()
  }
}
