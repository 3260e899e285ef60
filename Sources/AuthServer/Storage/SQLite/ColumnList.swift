/// A table's columns, in the order in which its record names them.
struct ColumnList: Row {
  private(set) var columns: [(name: StaticString, role: ColumnRole)] = []

  init<R: Record>(of type: R.Type) throws(StorageFailure) {
    var record = type.init()
    try record.exchange(with: &self)
  }

  mutating func column<Value: SQLValue>(
    _ name: StaticString, _ value: inout Value, _ role: ColumnRole
  ) throws(StorageFailure) {
    columns.append((name, role))
  }

  func check(_ isRight: @autoclosure () -> Bool, _ column: StaticString) throws(StorageFailure) {}

  /// Joins `text` of the columns with these roles.
  ///
  /// `text` receives the name of each column and its parameter, which has the column's number.
  func list(
    _ roles: ColumnRole, separator: String = ", ",
    _ text: (_ name: StaticString, _ parameter: String) -> String
  ) -> String {
    columns.enumerated().filter { roles.contains($0.element.role) }
      .map { text($0.element.name, "?\($0.offset + 1)") }.joined(separator: separator)
  }
}
