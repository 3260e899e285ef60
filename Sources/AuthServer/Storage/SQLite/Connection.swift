import CSQLite
import LibC

/// A connection to a SQLite database, for one thread at a time.
///
/// It compiles each statement only once.
final class Connection {
  let path: String
  let handle: OpaquePointer
  private(set) var statements: [SQL.Identity: OpaquePointer] = [:]
  let projects = StoredNames()

  /// Opens the existing database at `path`, or a new one in memory for `:memory:`.
  convenience init(path: String) throws(StorageFailure) {
    try self.init(Self.name(of: path), of: path, SQLITE_OPEN_READWRITE)
  }

  /// Returns a name that SQLite reads as the file at `path`, because `file:` would begin a URI.
  static func name(of path: String) -> String { path.hasPrefix("file:") ? "./" + path : path }

  /// Opens the database at `path`, which nobody changes, for reading only.
  ///
  /// No file is created next to it.
  convenience init(unchanging path: String) throws(StorageFailure) {
    let unreserved = "-._~/".utf8
    let encoded = path.utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return String(UnicodeScalar(byte))
      case _ where unreserved.contains(byte): return String(UnicodeScalar(byte))
      default: return (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }.joined()
    let address = (path.hasPrefix("/") ? "file://" : "file:") + encoded + "?immutable=1"
    try self.init(address, of: path, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
  }

  private init(_ address: String, of path: String, _ mode: Int32) throws(StorageFailure) {
    self.path = path
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(address, &handle, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
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

  /// Runs a statement that returns no rows, and returns how many rows an `INSERT`, `UPDATE` or `DELETE` changed.
  @discardableResult
  func run(_ sql: StaticString, _ values: any SQLValue...) throws(StorageFailure) -> Int {
    try execute(.literal(sql), values) { _ in }
    return changedRowCount
  }

  /// Returns the first value of the first row, or nil if there is none.
  func value<Value: SQLValue>(
    _ sql: StaticString, _ values: any SQLValue...
  ) throws(StorageFailure) -> Value? {
    var value: Value?
    try execute(.literal(sql), values) { statement throws(StorageFailure) in
      guard value == nil else { return }
      value = Value.read(from: statement, at: 0)
      guard value != nil else {
        let name = sqlite3_column_name(statement, 0).map { String(cString: $0) } ?? "0"
        throw .damaged(path: path, column: name)
      }
    }
    return value
  }

  /// Runs several statements that return no rows, for the schema and for SQLite's settings.
  func runScript(_ sql: String) throws(StorageFailure) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// The number of rows that the last `INSERT`, `UPDATE` or `DELETE` changed.
  var changedRowCount: Int { Int(sqlite3_changes(handle)) }

  /// Whether a transaction is open.
  ///
  /// Some errors end it.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Whether the file or its disk is read-only.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// Moves the log into the database and truncates it after each commit that leaves at least `pages` pages in it.
  ///
  /// SQLite itself does not truncate the log: the next commit of the same process overwrites it. If a process commits
  /// only once, the next process has to read the whole log. It also writes it to the database again.
  func cutLog(after pages: Int) {
    sqlite3_wal_hook(handle, cutLongLog, UnsafeMutableRawPointer(bitPattern: pages))
  }

  /// Keeps the log next to the database when this connection closes, so the next connection can use it.
  func keepLogOnClose() throws(StorageFailure) {
    try check(csqlite_keep_log_on_close(handle, 1))
  }

  /// Moves the log into the database and deletes it when this connection closes, if no other connection is open.
  func foldLogOnClose() throws(StorageFailure) {
    try check(csqlite_keep_log_on_close(handle, 0))
  }

  /// Runs a statement with `values` as its parameters, and calls `each` for every row.
  func execute(
    _ sql: SQL, _ values: [any SQLValue], each: (OpaquePointer) throws(StorageFailure) -> Void
  ) throws(StorageFailure) {
    let statement = try prepared(sql)
    defer { sqlite3_reset(statement) }
    for (index, value) in values.enumerated() { try check(value.bind(to: statement, at: Int32(index + 1))) }
    try step(statement, each: each)
  }

  /// Runs a statement whose parameters are the columns of `record` with one of `roles`.
  func write(_ record: some Record, _ sql: SQL, _ roles: ColumnRole) throws(StorageFailure) {
    let statement = try prepared(sql)
    defer { sqlite3_reset(statement) }
    var (record, row) = (record, RowWriter(statement, roles: roles, path: path))
    try record.exchange(with: &row)
    try step(statement) { _ in }
  }

  private func step(
    _ statement: OpaquePointer, each: (OpaquePointer) throws(StorageFailure) -> Void
  ) throws(StorageFailure) {
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try each(statement)
      case SQLITE_DONE: return
      case let code: try check(code)
      }
    }
  }

  private func prepared(_ sql: SQL) throws(StorageFailure) -> OpaquePointer {
    let identity = sql.identity
    if let statement = statements[identity] { return statement }
    var statement: OpaquePointer?
    let text = try sql.text()
    try check(
      sqlite3_prepare_v3(
        handle, text, Int32(text.utf8.count), UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
    guard let statement else { fatalError("no statement in \"\(text)\"") }
    statements[identity] = statement
    return statement
  }

  private func check(_ code: Int32) throws(StorageFailure) {
    guard code == SQLITE_OK else { throw StorageFailure(code, path: path, handle: handle) }
  }
}

/// Waits for other connections to finish, for about ten seconds in total.
///
/// SQLite's own handler sleeps up to a tenth of a second at a time. With many processes, some then never get their
/// turn. Steps of a few milliseconds avoid this.
private func waitForOthers(_ context: UnsafeMutableRawPointer?, _ tries: Int32) -> Int32 {
  guard tries < 1000 else { return 0 }
  usleep(UInt32(min(1 + tries / 4, 10)) * 1000)
  return 1
}

/// Truncates a long log without waiting for others.
///
/// If others are active, this moves the pages that they do not need. A later commit truncates the log.
private func cutLongLog(
  _ limit: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ pages: Int32
) -> Int32 {
  guard pages >= Int(bitPattern: limit) else { return SQLITE_OK }
  sqlite3_busy_handler(handle, nil, nil)
  sqlite3_wal_checkpoint_v2(handle, name, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
  sqlite3_busy_handler(handle, waitForOthers, nil)
  return SQLITE_OK
}

/// A writer that binds the parameters of a statement, which writes a record.
///
/// Each parameter has the number of its column.
struct RowWriter: Row {
  private let statement: OpaquePointer
  private let roles: ColumnRole
  private let path: String
  /// The number of the latest column, counted from one.
  private var number: Int32 = 0

  /// - Parameter roles: The columns for which the statement has parameters.
  init(_ statement: OpaquePointer, roles: ColumnRole, path: String) {
    self.statement = statement
    self.roles = roles
    self.path = path
  }

  mutating func column<Value: SQLValue>(
    _ name: StaticString, _ value: inout Value, _ role: ColumnRole
  ) throws(StorageFailure) {
    number += 1
    guard roles.contains(role) else { return }
    let code = value.bind(to: statement, at: number)
    guard code == SQLITE_OK
    else { throw StorageFailure(code, path: path, handle: sqlite3_db_handle(statement)) }
  }

  func check(_ isRight: @autoclosure () -> Bool, _ column: StaticString) throws(StorageFailure) {}
}
