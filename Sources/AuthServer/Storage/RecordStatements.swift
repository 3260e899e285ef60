// These statements are derived from a record's columns.
extension Connection {
  /// Returns the first row for which `condition` holds, or nil if there is none.
  func first<R: Record>(
    _ type: R.Type, where condition: StaticString, _ values: any SQLValue...
  ) throws(StorageFailure) -> R? {
    var record: R?
    try execute(.select(type, where: condition), values) { statement throws(StorageFailure) in
      if record == nil { record = try read(statement) }
    }
    return record
  }

  /// Returns the rows for which `condition` holds.
  ///
  /// The condition may end with an order.
  func all<R: Record>(
    _ type: R.Type, where condition: StaticString, _ values: any SQLValue...
  ) throws(StorageFailure) -> [R] {
    var records: [R] = []
    try execute(.select(type, where: condition), values) { statement throws(StorageFailure) in
      records.append(try read(statement))
    }
    return records
  }

  /// Adds a row and returns its number.
  @discardableResult
  func insert<R: Record>(_ record: R) throws(StorageFailure) -> Int64 {
    try write(record, .insert(R.self), .given)
    return lastInsertedID
  }

  /// Updates the changeable columns of the row with the record's number.
  func update<R: Record>(_ record: R) throws(StorageFailure) {
    try write(record, .update(R.self), .updated)
  }

  /// Adds a row, or updates the changeable columns of the row with the record's key.
  func store<R: Record>(_ record: R) throws(StorageFailure) {
    try write(record, .store(R.self), .given)
  }

  /// Deletes the rows for which `condition` holds, and returns their number.
  @discardableResult
  func delete<R: Record>(
    _ type: R.Type, where condition: StaticString, _ values: any SQLValue...
  ) throws(StorageFailure) -> Int {
    try execute(.delete(type, where: condition), values) { _ in }
    return changedRowCount
  }

  /// Looks at the `count` oldest rows, and deletes those for which `condition` holds.
  func deleteOldest<R: Record>(
    _ count: Int, of type: R.Type, where condition: StaticString, _ values: any SQLValue...
  ) throws(StorageFailure) {
    try execute(.deleteOldest(count, of: type, where: condition), values) { _ in }
  }

  /// Copies all rows of a project to another one, to which its accounts have been copied.
  func copy<R: Record>(_ type: R.Type, from project: Int64, to copy: Int64) throws(StorageFailure) {
    try execute(.copy(type), [project, copy]) { _ in }
  }

  private func read<R: Record>(_ statement: OpaquePointer) throws(StorageFailure) -> R {
    var (record, row) = (R(), RowReader(statement, table: R.table, path: path))
    try record.exchange(with: &row)
    return record
  }
}

/// A reader of the current row of a running statement, which selects a record's columns.
struct RowReader: Row {
  private let statement: OpaquePointer
  private let table: StaticString
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
