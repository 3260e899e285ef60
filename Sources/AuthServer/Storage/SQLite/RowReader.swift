import CSQLite

/// A reader of the current row of a running statement, which selects a record's columns.
struct RowReader: Row {
  private let statement: OpaquePointer
  private let table: StaticString
  /// The path of the database.
  private let path: String
  /// The position of the next column, counted from zero.
  private var position: Int32 = 0

  init(_ statement: OpaquePointer, table: StaticString, path: String) {
    self.statement = statement
    self.table = table
    self.path = path
  }

  mutating func column<Value: SQLValue>(
    _ name: StaticString, _ value: inout Value, _ role: ColumnRole
  ) throws(StorageFailure) {
    guard let found = Value.read(from: statement, at: position)
    else { throw .damaged(path: path, column: "\(table).\(name)") }
    value = found
    position += 1
  }

  func check(_ isRight: @autoclosure () -> Bool, _ column: StaticString) throws(StorageFailure) {
    guard isRight() else { throw .damaged(path: path, column: "\(table).\(column)") }
  }
}
