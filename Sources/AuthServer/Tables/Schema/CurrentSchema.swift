extension Schema {
  /// The tables of the local server.
  ///
  /// Builds before the first release used the versions 1 to 15.
  static let current = Schema(
    first: 16,
    tables: [
      ServerTables.sql, AccountTables.sql, SessionTables.sql, CodeTables.sql, LimitTables.sql,
      ProviderTables.sql,
    ])
}

extension Store {
  /// Opens the database of the local server: accounts, codes, sessions, keys, configuration.
  package convenience init(at location: Location, for use: Use = .command) throws(StorageFailure) {
    try self.init(at: location, for: use, schema: .current)
  }
}

extension DatabaseBackup {
  /// - Parameters:
  ///   - path: The database file of a server, which may be running, or of the embedded server.
  ///   - isWanted: Called from time to time. If it returns false, the work ends with `CopyFailure.notWanted`.
  package init(of path: String, isWanted: @escaping () -> Bool = { true }) {
    self.init(of: path, schema: .current, isWanted: isWanted)
  }
}
