/// The text of a statement: a literal, or SQL built from the literal names of a record's columns.
///
/// No text from elsewhere can become part of it.
enum SQL {
  case literal(StaticString)
  /// Selects the rows for which a condition holds.
  ///
  /// The condition may end with an order.
  case select(any Record.Type, where: StaticString)
  case insert(any Record.Type)
  /// Updates the changeable columns of the row with the record's number.
  case update(any Record.Type)
  /// Inserts a row, or updates the changeable columns of the row with the same key.
  case store(any Record.Type)
  /// Deletes the rows for which a condition holds.
  case delete(any Record.Type, where: StaticString)
  /// Looks at a few of the oldest rows, and deletes those for which a condition holds.
  case deleteOldest(Int, of: any Record.Type, where: StaticString)
  /// Copies the rows of the project ?1 to the project ?2. Rows that belong to an account go to the account with the
  /// same UID there.
  case copy(any Record.Type)

  func text() throws(StorageFailure) -> String {
    switch self {
    case .literal(let text):
      return "\(text)"
    case .select(let record, let condition):
      let names = try ColumnList(of: record).list(.all) { name, _ in "\(name)" }
      return "SELECT \(names) FROM \(record.table) WHERE \(condition)"
    case .insert(let record):
      return try Self.insertion(of: record)
    case .update(let record):
      let columns = try ColumnList(of: record)
      let changes = columns.list(.changing) { "\($0) = \($1)" }
      let condition = columns.list(.id) { "\($0) = \($1)" }
      return "UPDATE \(record.table) SET \(changes) WHERE \(condition)"
    case .store(let record):
      let columns = try ColumnList(of: record)
      let key = columns.list(.key) { name, _ in "\(name)" }
      let changes = columns.list(.changing) { name, _ in "\(name) = excluded.\(name)" }
      return try Self.insertion(of: record) + " ON CONFLICT (\(key)) DO UPDATE SET \(changes)"
    case .copy(let record): return try Self.copy(of: record)
    case .delete(let record, let condition): return "DELETE FROM \(record.table) WHERE \(condition)"
    case .deleteOldest(let count, let record, let condition):
      let (table, id) = (record.table, try ColumnList(of: record).list(.id) { name, _ in "\(name)" })
      return """
        DELETE FROM \(table) WHERE \(id) IN (SELECT \(id) FROM \(table) ORDER BY \(id) LIMIT \(count)) AND \(condition)
        """
    }
  }

  private static func copy(of record: any Record.Type) throws(StorageFailure) -> String {
    let columns = try ColumnList(of: record).columns.filter { ColumnRole.given.contains($0.role) }
    let names = columns.map { "\($0.name)" }
    let values = names.map { name in
      switch name {
      case "project": "?2"
      case "account": "new.id"
      default: "item.\(name)"
      }
    }
    let insertion =
      "INSERT INTO \(record.table) (\(names.joined(separator: ", "))) SELECT \(values.joined(separator: ", "))"
    guard names.contains("account") else {
      return insertion + " FROM \(record.table) AS item WHERE project = ?1"
    }
    // A cross join keeps its order, from account to account.
    return insertion + """
       FROM accounts AS old CROSS JOIN \(record.table) AS item ON item.account = old.id
        CROSS JOIN accounts AS new ON new.project = ?2 AND new.local_id = old.local_id
      WHERE old.project = ?1
      """
  }

  private static func insertion(of record: any Record.Type) throws(StorageFailure) -> String {
    let columns = try ColumnList(of: record)
    let names = columns.list(.given) { name, _ in "\(name)" }
    let parameters = columns.list(.given) { _, parameter in parameter }
    return "INSERT INTO \(record.table) (\(names)) VALUES (\(parameters))"
  }

  /// An identifier of a statement, which does not need its text.
  struct Identity: Hashable {
    private let kind: Int
    private let record: ObjectIdentifier?
    private let literal: UnsafePointer<UInt8>?

    fileprivate init(_ kind: Int, _ record: (any Record.Type)?, _ literal: StaticString?) {
      self.kind = kind
      self.record = record.map { ObjectIdentifier($0) }
      // A literal stays at the same address while the process runs, so the address identifies it.
      self.literal = literal?.utf8Start
    }
  }

  var identity: Identity {
    switch self {
    case .literal(let text): Identity(0, nil, text)
    case .select(let record, let condition): Identity(1, record, condition)
    case .insert(let record): Identity(2, record, nil)
    case .update(let record): Identity(3, record, nil)
    case .store(let record): Identity(4, record, nil)
    case .copy(let record): Identity(5, record, nil)
    case .delete(let record, let condition): Identity(6, record, condition)
    case .deleteOldest(let count, let record, let condition): Identity(7 + count, record, condition)
    }
  }
}

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
