import CSQLite
import HTTP
import LibC

/// A SQLite database, used by one thread at a time.
///
/// SQL is a `StaticString`, so that nothing foreign can ever stand in it; each statement is compiled once.
final class Connection {
  let path: String
  private let handle: OpaquePointer
  /// By the addresses of their texts.
  private(set) var statements: [UnsafePointer<UInt8>: OpaquePointer] = [:]

  /// Opens the database at `path`, which exists, or a new one in memory for `:memory:`.
  init(path: String) throws(StorageFailure) {
    self.path = path
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      defer { sqlite3_close(handle) }
      throw StorageFailure(code, path: path, handle: handle)
    }
    self.handle = handle
    sqlite3_busy_handler(handle, waitForOthers, nil)
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(handle)
  }

  /// Runs a statement that gives no rows.
  func run(_ sql: StaticString, _ values: any SQLValue...) throws(StorageFailure) {
    try execute(sql, values) { _ in }
  }

  /// The first row, as `read` understands it; nil where there is none.
  func first<Value>(
    _ sql: StaticString, _ values: any SQLValue..., read: (Row) throws(StorageFailure) -> Value
  ) throws(StorageFailure) -> Value? {
    var value: Value?
    try execute(sql, values) { row throws(StorageFailure) in if value == nil { value = try read(row) } }
    return value
  }

  /// What stands first in the first row; nil where there is none.
  func value<Value: SQLValue>(
    _ sql: StaticString, _ values: any SQLValue...
  ) throws(StorageFailure) -> Value? {
    var value: Value?
    try execute(sql, values) { row throws(StorageFailure) in if value == nil { value = try row[0] as Value } }
    return value
  }

  func all<Value>(
    _ sql: StaticString, _ values: any SQLValue..., read: (Row) throws(StorageFailure) -> Value
  ) throws(StorageFailure) -> [Value] {
    var found: [Value] = []
    try execute(sql, values) { row throws(StorageFailure) in found.append(try read(row)) }
    return found
  }

  /// Runs several statements that give no rows; for the schema.
  func runScript(_ sql: String) throws(StorageFailure) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Whether a transaction is open; some failures end it by themselves.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Leaves the log beside the database when this connection closes, for the next one to go on with.
  func keepLogOnClose() throws(StorageFailure) {
    try check(csqlite_no_checkpoint_on_close(handle))
  }

  private func execute(
    _ sql: StaticString, _ values: [any SQLValue], each: (Row) throws(StorageFailure) -> Void
  ) throws(StorageFailure) {
    let statement = try prepared(sql)
    defer { sqlite3_reset(statement) }
    for (index, value) in values.enumerated() { try check(value.bind(to: statement, at: Int32(index + 1))) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try each(Row(statement: statement, path: path))
      case SQLITE_DONE: return
      case let code: try check(code)
      }
    }
  }

  private func prepared(_ sql: StaticString) throws(StorageFailure) -> OpaquePointer {
    // A literal lives at one place for the whole run, which makes its address its name.
    if let statement = statements[sql.utf8Start] { return statement }
    var statement: OpaquePointer?
    try check(
      sqlite3_prepare_v3(
        handle, UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self),
        Int32(sql.utf8CodeUnitCount), UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
    guard let statement else { fatalError("no statement in \"\(sql)\"") }
    statements[sql.utf8Start] = statement
    return statement
  }

  private func check(_ code: Int32) throws(StorageFailure) {
    guard code == SQLITE_OK else { throw StorageFailure(code, path: path, handle: handle) }
  }
}

/// Waits, about ten seconds in all, for other connections to finish.
///
/// SQLite's own handler ends up sleeping for a tenth of a second at a time, so that of many processes some
/// never get their turn; steps of a few milliseconds let everybody through.
private func waitForOthers(_ context: UnsafeMutableRawPointer?, _ tries: Int32) -> Int32 {
  guard tries < 1000 else { return 0 }
  usleep(UInt32(min(1 + tries / 4, 10)) * 1000)
  return 1
}
