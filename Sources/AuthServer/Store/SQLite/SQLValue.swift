import CSQLite
import Essentials
import IdentityToolkit

/// What a column holds or a parameter takes.
protocol SQLValue {
  /// Gives the parameter at `index`, counted from one, this value; SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
  static func read(from statement: OpaquePointer, at column: Int32) -> Self
}

/// The current row of a running statement. Columns count from zero.
struct Row {
  let statement: OpaquePointer

  subscript<Value: SQLValue>(column: Int32) -> Value {
    Value.read(from: statement, at: column)
  }
}

extension Int64: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, self)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> Int64 {
    sqlite3_column_int64(statement, column)
  }
}

extension Int: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, Int64(self))
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> Int {
    Int(sqlite3_column_int64(statement, column))
  }
}

extension Bool: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int(statement, index, self ? 1 : 0)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> Bool {
    sqlite3_column_int(statement, column) != 0
  }
}

extension String: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_text64(
      statement, index, self, UInt64(utf8.count), copiedBySQLite, UInt8(truncatingIfNeeded: SQLITE_UTF8))
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> String {
    guard let text = sqlite3_column_text(statement, column) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }
}

extension [UInt8]: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_blob64(statement, index, self, UInt64(count), copiedBySQLite)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(statement, column) else { return [] }
    return Array(
      UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))))
  }
}

/// Milliseconds since 1970.
extension Date: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    milliseconds.bind(to: statement, at: index)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> Date {
    Date(milliseconds: Int64.read(from: statement, at: column))
  }
}

extension Optional: SQLValue where Wrapped: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    self?.bind(to: statement, at: index) ?? sqlite3_bind_null(statement, index)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> Wrapped? {
    sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : Wrapped.read(from: statement, at: column)
  }
}

/// `SQLITE_TRANSIENT`, a cast that Swift does not import.
private var copiedBySQLite: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
