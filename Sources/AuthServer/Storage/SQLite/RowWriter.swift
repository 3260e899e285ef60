import CSQLite

/// A writer that binds the parameters of a statement, which writes a record.
///
/// Each parameter has the number of its column.
struct RowWriter: Row {
  private let statement: OpaquePointer
  private let roles: ColumnRole
  /// The path of the database.
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
