import CSQLite
import HTTP

/// The current row of a running statement. Columns count from zero.
struct Row {
  let statement: OpaquePointer
  /// Of the database.
  let path: String

  subscript<Value: SQLValue>(column: Int32) -> Value {
    get throws(StorageFailure) {
      guard let value = Value.read(from: statement, at: column) else { throw damage(in: column) }
      return value
    }
  }

  /// What a value in `column` means that nobody wrote.
  func damage(in column: Int32) -> StorageFailure {
    let name = sqlite3_column_name(statement, column).map { String(cString: $0) } ?? "\(column)"
    return .corrupt(path: path, reason: "a value in its column \(name) cannot be right")
  }
}
