extension Schema {
  /// The tables of the local server. Builds before the first release made the versions 1 to 14.
  static let current = Schema(
    first: 15,
    tables: [
      ServerTables.sql, AccountTables.sql, SessionTables.sql, CodeTables.sql, LimitTables.sql,
      ProviderTables.sql,
    ])
}

extension Store {
  /// Opens everything the local server remembers: accounts, codes, sessions, keys, configuration.
  package convenience init(at location: Location, for use: Use = .command) throws(StorageFailure) {
    try self.init(at: location, for: use, schema: .current)
  }
}

extension DatabaseBackup {
  /// - Parameters:
  ///   - path: the file of a server, which may be running, or of the embedded one.
  ///   - isWanted: asked now and then; where nobody waits any more, it ends with `CopyFailure.notWanted`.
  package init(of path: String, isWanted: @escaping () -> Bool = { true }) {
    self.init(of: path, schema: .current, isWanted: isWanted)
  }
}
