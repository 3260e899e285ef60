import CSQLite

/// Fills a stopped server's database as if many people had signed in, including some of the rotation's numbers.
enum ManyAccounts {
  static func insert(_ count: Int, into path: String) throws {
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    let sql = """
      PRAGMA synchronous = OFF;
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(count - 1))
      INSERT OR IGNORE INTO accounts (project, local_id, phone, created_at, last_login_at, last_refresh_at)
        SELECT projects.id, hex(randomblob(14)), \(Rotation.first) + i,
          1700000000000 + i, 1700000000000 + i, 1700000000000 + i
        FROM n, projects WHERE name = 'demo-usher';
      PRAGMA wal_checkpoint(TRUNCATE);
      """
    guard sqlite3_open(path, &database) == SQLITE_OK, sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK
    else { throw Failure("accounts cannot be added: " + String(cString: sqlite3_errmsg(database))) }
    guard sqlite3_total_changes(database) >= count * 9 / 10 else { throw Failure("there is no project yet") }
  }
}
