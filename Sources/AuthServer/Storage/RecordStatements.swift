// The statements that follow from a record's columns.
extension Connection {
  /// The first row that `condition` holds for; nil where there is none.
  func first<R: Record>(
    _ type: R.Type, where condition: StaticString, _ values: any SQLValue...
  ) throws(StorageFailure) -> R? {
    var record: R?
    try execute(.select(type, where: condition), values) { statement throws(StorageFailure) in
      if record == nil { record = try read(statement) }
    }
    return record
  }

  /// The rows that `condition` holds for; it may go on with their order.
  func all<R: Record>(
    _ type: R.Type, where condition: StaticString, _ values: any SQLValue...
  ) throws(StorageFailure) -> [R] {
    var records: [R] = []
    try execute(.select(type, where: condition), values) { statement throws(StorageFailure) in
      records.append(try read(statement))
    }
    return records
  }

  /// Adds a row; its number.
  @discardableResult
  func insert<R: Record>(_ record: R) throws(StorageFailure) -> Int64 {
    try write(record, .insert(R.self), .given)
    return lastInsertedID
  }

  /// Writes what may change into the row that has the record's number.
  func update<R: Record>(_ record: R) throws(StorageFailure) {
    try write(record, .update(R.self), .updated)
  }

  /// Adds a row, or writes what may change into the one that has the record's key.
  func store<R: Record>(_ record: R) throws(StorageFailure) {
    try write(record, .store(R.self), .given)
  }

  /// Deletes those of the two oldest rows that `condition` holds for.
  func deleteOldest<R: Record>(
    _ type: R.Type, where condition: StaticString, _ values: any SQLValue...
  ) throws(StorageFailure) {
    try execute(.deleteOldest(type, where: condition), values) { _ in }
  }

  private func read<R: Record>(_ statement: OpaquePointer) throws(StorageFailure) -> R {
    var (record, row) = (R(), RowReader(statement, table: R.table, path: path))
    try record.exchange(with: &row)
    return record
  }
}
