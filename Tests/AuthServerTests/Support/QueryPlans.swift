import CSQLite

@testable import AuthServer

extension Connection {
  /// The statements run so far that read a whole table though they need not, each behind the step of its plan
  /// that does.
  var scans: [String] {
    statements.values.flatMap { statement in
      let sql = String(cString: sqlite3_sql(statement))
      if Self.mayScan.contains(where: sql.contains) { return [String]() }
      return Self.plan(of: sql, on: sqlite3_db_handle(statement)).filter { $0.hasPrefix("SCAN ") }
        .map { "\($0): \(sql)" }
    }
  }

  private static let mayScan = [
    // One row.
    "FROM signing_keys", "FROM sqlite_schema",
    // Two rows of many.
    " LIMIT 2)",
    // A reset, which empties tables.
    "WHERE project = ?", "WHERE project <> ?",
    // Rows of the last minutes or days, when an account or a factor goes.
    "DELETE FROM pending_sign_ins WHERE account = ?", "DELETE FROM totp_enrollments WHERE account = ?",
    "DELETE FROM action_codes WHERE second_factor = ?",
    // What tests ask the database.
    "SELECT count(", "SELECT (SELECT count(", "SELECT anonymous FROM accounts",
  ]

  private static func plan(of sql: String, on database: OpaquePointer?) -> [String] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(database, "EXPLAIN QUERY PLAN " + sql, -1, &statement, nil) == SQLITE_OK else {
      return []
    }
    defer { sqlite3_finalize(statement) }
    var steps: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      steps.append(String(cString: sqlite3_column_text(statement, 3)))
    }
    return steps
  }
}
