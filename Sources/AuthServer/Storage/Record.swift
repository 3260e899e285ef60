/// The Swift form of a table's row.
///
/// It is the only place that names the columns. All statements are derived from it.
protocol Record {
  static var table: StaticString { get }

  /// Creates a record to read a row into.
  ///
  /// Reading replaces all of its values.
  init()

  /// Exchanges each column with the row, always in the same order.
  ///
  /// Reading a row sets the record's values, and writing a row takes them from it.
  mutating func exchange(with row: inout some Row) throws(StorageFailure)
}

/// The columns of a row that is being read or written.
protocol Row {
  mutating func column<Value: SQLValue>(
    _ name: StaticString, _ value: inout Value, _ role: ColumnRole
  ) throws(StorageFailure)

  /// Checks a condition for the values of a row that is read.
  ///
  /// If it is false, the error names `column`.
  func check(_ isRight: @autoclosure () -> Bool, _ column: StaticString) throws(StorageFailure)
}

/// The way in which a column is written.
///
/// Each column has one.
struct ColumnRole: OptionSet {
  let rawValue: UInt8

  /// The row's number.
  ///
  /// The database assigns it, and updates use it.
  static let id = ColumnRole(rawValue: 1)
  /// The key under which a row is stored.
  ///
  /// A second row with the same key replaces the first one.
  static let key = ColumnRole(rawValue: 2)
  /// Written only once, with the new row.
  static let fixed = ColumnRole(rawValue: 4)
  static let changing = ColumnRole(rawValue: 8)

  static let all: ColumnRole = [id, key, fixed, changing]
  static let given: ColumnRole = [key, fixed, changing]
  static let updated: ColumnRole = [id, changing]
}

extension Row {
  mutating func column<Value: SQLValue>(
    _ name: StaticString, _ value: inout Value
  ) throws(StorageFailure) {
    try column(name, &value, .changing)
  }

  /// Exchanges a column whose values are in `range`.
  mutating func column<Value: SQLValue>(
    _ name: StaticString, _ value: inout Value, in range: some RangeExpression<Value>
  ) throws(StorageFailure) {
    try column(name, &value, .changing)
    try check(range.contains(value), name)
  }
}
