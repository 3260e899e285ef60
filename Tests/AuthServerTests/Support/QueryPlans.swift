import CSQLite

@testable import AuthServer

extension Connection {
  /// The statements run so far that read a whole table though they need not, each behind the step of its plan
  /// that does.
  var scans: [String] {
    statements.values.flatMap { statement in
      let sql = String(cString: sqlite3_sql(statement))
      if Self.mayScan(sql) { return [String]() }
      // A list in a parameter is no table.
      return Self.plan(of: sql, on: sqlite3_db_handle(statement))
        .filter { $0.hasPrefix("SCAN ") && !$0.hasPrefix("SCAN json_each VIRTUAL TABLE") }.map {
          "\($0): \(sql)"
        }
    }
  }

  /// Whether a statement is one of those that need no index, word for word.
  private static func mayScan(_ sql: String) -> Bool {
    // A reset, which empties tables.
    if sql.wholeMatch(of: /DELETE FROM \w+ WHERE project = \?/) != nil { return true }
    // A few rows of many.
    let oldest =
      /DELETE FROM (\w+) WHERE id IN \(SELECT id FROM \1 ORDER BY id LIMIT (?:2|32)\) AND created_at < \?/
    if sql.wholeMatch(of: oldest) != nil { return true }
    // What tests ask the database; the server counts nothing.
    if sql.hasPrefix("SELECT count(") || sql.hasPrefix("SELECT (SELECT count(") { return true }
    return exceptions.contains(sql)
  }

  private static let exceptions: Set = [
    // Once a day at most.
    """
    DELETE FROM refresh_tokens WHERE account IN (SELECT account FROM former_accounts WHERE deleted_at < ?)
    """,
    // A reset too.
    """
    DELETE FROM refresh_tokens WHERE account NOT IN (SELECT id FROM accounts WHERE project <> ?1
      UNION ALL SELECT account FROM former_accounts
      WHERE project IS NOT (SELECT name FROM projects WHERE id = ?1))
    """,
    """
    DELETE FROM refresh_tokens WHERE account IN
      (SELECT account FROM former_accounts WHERE project > ? AND project < ?)
    """,
    // An export.
    """
    SELECT hash, account, signed_in_at, provider, second_factor, second_factor_identifier, claims, generation \
    FROM refresh_tokens WHERE account IN (SELECT id FROM accounts WHERE project = ?) ORDER BY account, signed_in_at
    """,
    // Rows of the last minutes or days, when an account or a factor goes.
    "DELETE FROM pending_sign_ins WHERE account = ?", "DELETE FROM totp_enrollments WHERE account = ?",
    "DELETE FROM action_codes WHERE second_factor = ?",
    // A test's.
    "SELECT anonymous FROM accounts",
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
