import CSQLite

@testable import AuthServer

/// What a server asks of its database.
struct StatementCounts: Equatable {
  var transactions: Int
  /// How often the row of a project is looked for by its name.
  var projectReads: Int
  /// How often the passkeys of an account are read.
  var passkeyReads = 0
}

extension ServerHarness {
  /// What the server asks of its database for `work`.
  func statements(for work: () throws -> Void) throws -> StatementCounts {
    let before = try statements()
    try work()
    let after = try statements()
    return StatementCounts(
      // One counts.
      transactions: after.transactions - before.transactions - 1,
      projectReads: after.projectReads - before.projectReads,
      passkeyReads: after.passkeyReads - before.passkeyReads)
  }

  private func statements() throws -> StatementCounts {
    try store.read { transaction in
      let connection = transaction.connection
      return StatementCounts(
        transactions: connection.runs { $0.hasPrefix("BEGIN") },
        projectReads: connection.runs { $0.contains("FROM projects WHERE name = ?") },
        passkeyReads: connection.runs {
          $0.hasPrefix("SELECT") && $0.contains("FROM passkeys WHERE account = ?")
        })
    }
  }
}

extension Connection {
  /// How often the statements have run that `isMeant` picks by their SQL.
  fileprivate func runs(_ isMeant: (String) -> Bool) -> Int {
    statements.values.filter { isMeant(String(cString: sqlite3_sql($0))) }
      .reduce(0) { $0 + Int(sqlite3_stmt_status($1, SQLITE_STMTSTATUS_RUN, 0)) }
  }
}
