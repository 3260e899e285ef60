/// What a statement says: a literal, or words of SQL with the names of a record's columns, which are literals too.
/// No text of any other origin can become a part of it.
enum SQL {
  case literal(StaticString)
  /// The rows that a condition holds for. It may go on with an order.
  case select(any Record.Type, where: StaticString)
  case insert(any Record.Type)
  /// Writes what may change, by the row's number.
  case update(any Record.Type)
  /// Inserts a row, or writes what may change into the one with the same key.
  case store(any Record.Type)
  /// Deletes those of the two oldest rows that a condition holds for.
  case deleteOldest(any Record.Type, where: StaticString)

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
    case .deleteOldest(let record, let condition):
      let (table, id) = (record.table, try ColumnList(of: record).list(.id) { name, _ in "\(name)" })
      return """
        DELETE FROM \(table) WHERE \(id) IN (SELECT \(id) FROM \(table) ORDER BY \(id) LIMIT 2) AND \(condition)
        """
    }
  }

  private static func insertion(of record: any Record.Type) throws(StorageFailure) -> String {
    let columns = try ColumnList(of: record)
    let names = columns.list(.given) { name, _ in "\(name)" }
    let parameters = columns.list(.given) { _, parameter in parameter }
    return "INSERT INTO \(record.table) (\(names)) VALUES (\(parameters))"
  }
}

extension SQL {
  /// What tells a statement from every other, without its text being put together.
  struct Identity: Hashable {
    private let kind: Int
    private let record: ObjectIdentifier?
    private let literal: UnsafePointer<UInt8>?

    fileprivate init(_ kind: Int, _ record: (any Record.Type)?, _ literal: StaticString?) {
      self.kind = kind
      self.record = record.map { ObjectIdentifier($0) }
      // A literal lives at one place for the whole run, which makes its address its name.
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
    case .deleteOldest(let record, let condition): Identity(5, record, condition)
    }
  }
}
