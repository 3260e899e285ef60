import CSQLite

/// A value of a column or a parameter.
protocol SQLValue {
  /// Binds this value to the parameter at `index`, counted from one.
  ///
  /// Returns SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
  /// Returns nil if the column has a value that `bind` never writes, because SQLite accepts any type in any column.
  static func read(from statement: OpaquePointer, at column: Int32) -> Self?
}

extension Int64: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, self)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> Int64? {
    guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
    return sqlite3_column_int64(statement, column)
  }
}

extension Int: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, Int64(self))
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> Int? {
    Int64.read(from: statement, at: column).flatMap { Int(exactly: $0) }
  }
}

extension Bool: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int(statement, index, self ? 1 : 0)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> Bool? {
    switch Int64.read(from: statement, at: column) {
    case 0: false
    case 1: true
    default: nil
    }
  }
}

extension String: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_text64(
      statement, index, self, UInt64(utf8.count), copiedBySQLite, UInt8(truncatingIfNeeded: SQLITE_UTF8))
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> String? {
    guard sqlite3_column_type(statement, column) == SQLITE_TEXT,
      let text = sqlite3_column_text(statement, column)
    else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(validating: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }
}

extension [UInt8]: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_blob64(statement, index, self, UInt64(count), copiedBySQLite)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> [UInt8]? {
    guard sqlite3_column_type(statement, column) == SQLITE_BLOB else { return nil }
    guard let bytes = sqlite3_column_blob(statement, column) else { return [] }
    return Array(
      UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))))
  }
}

extension Optional: SQLValue where Wrapped: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    self?.bind(to: statement, at: index) ?? sqlite3_bind_null(statement, index)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> Wrapped?? {
    if sqlite3_column_type(statement, column) == SQLITE_NULL { return .some(nil) }
    return Wrapped.read(from: statement, at: column).map { .some($0) }
  }
}

/// `SQLITE_TRANSIENT`, a cast that Swift does not import.
private var copiedBySQLite: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
