extension Schema {
  /// The tables of the local server.
  static let current = Schema(
    tables: [
      ServerTables.sql, AccountTables.sql, SessionTables.sql, CodeTables.sql, LimitTables.sql,
      ProviderTables.sql,
    ],
    steps: [
      PhoneStep.sql, EmailStep.sql, SecondFactorStep.sql, AppVerificationStep.sql, HalfDigestStep.sql,
      CodeLengthStep.sql, GenerationStep.sql, RehearsalStep.sql, FormerAccountStep.sql,
      PasswordAlgorithmStep.sql, SMSCountStep.sql, ProviderStep.sql, PendingIdentityStep.sql,
      SigningKeyStep.sql,
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
    self.init(of: path, newest: Schema.current.version, isWanted: isWanted)
  }
}
