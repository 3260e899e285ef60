/// A row of a table as the program has it. The columns are named here alone: every statement follows from them.
protocol Record {
  static var table: StaticString { get }

  /// What a row is read into. Nothing of it is left when that is done.
  init()

  /// Hands the row each column, always in the same order. A row that is read puts its values into the record, one
  /// that is written takes them from it.
  mutating func exchange(with row: inout some Row) throws(StorageFailure)
}

/// The columns of one row, being read or written.
protocol Row {
  mutating func column<Value: SQLValue>(
    _ name: StaticString, _ value: inout Value, _ role: ColumnRole
  ) throws(StorageFailure)

  /// What must hold for the values of a row that is read; `column` is the one to blame.
  func check(_ isRight: @autoclosure () -> Bool, _ column: StaticString) throws(StorageFailure)
}

/// What becomes of a column when a row is written. A column has one of them.
struct ColumnRole: OptionSet {
  let rawValue: UInt8

  /// The row's number: the database gives it, and a row is updated by it.
  static let id = ColumnRole(rawValue: 1)
  /// What a row is stored by: a second one with the same takes the place of the first.
  static let key = ColumnRole(rawValue: 2)
  /// Written once, with the row.
  static let fixed = ColumnRole(rawValue: 4)
  static let changing = ColumnRole(rawValue: 8)

  static let all: ColumnRole = [id, key, fixed, changing]
  /// Of a new row.
  static let given: ColumnRole = [key, fixed, changing]
  /// Of a row that is there.
  static let updated: ColumnRole = [id, changing]
}

extension Row {
  mutating func column<Value: SQLValue>(
    _ name: StaticString, _ value: inout Value
  ) throws(StorageFailure) {
    try column(name, &value, .changing)
  }

  /// A column whose values lie in `range`.
  mutating func column<Value: SQLValue>(
    _ name: StaticString, _ value: inout Value, in range: some RangeExpression<Value>
  ) throws(StorageFailure) {
    try column(name, &value, .changing)
    try check(range.contains(value), name)
  }
}
