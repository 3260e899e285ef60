extension Schema {
  /// The tables of the local server.
  ///
  /// Builds before the first release used the versions 1 to 15.
  static let current = Schema(
    first: 16,
    tables: [
      ServerTables.sql, AccountTables.sql, SessionTables.sql, CodeTables.sql, LimitTables.sql,
      ProviderTables.sql,
    ],
    steps: [
      "ALTER TABLE outbox ADD COLUMN sender TEXT; ALTER TABLE outbox ADD COLUMN reply_to TEXT",
      "ALTER TABLE action_codes ADD COLUMN asked_email TEXT",
      """
      CREATE TABLE used_assertions (
        id INTEGER PRIMARY KEY, project INTEGER NOT NULL, hash BLOB NOT NULL, created_at INTEGER NOT NULL
      );
      CREATE UNIQUE INDEX used_assertions_by_hash ON used_assertions (project, hash);
      ALTER TABLE signing_keys RENAME TO former_signing_keys;
      CREATE TABLE signing_keys (
        id INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 6), kid TEXT NOT NULL, private_key BLOB NOT NULL,
        certificate TEXT NOT NULL
      );
      INSERT INTO signing_keys SELECT id, kid, private_key, certificate FROM former_signing_keys;
      DROP TABLE former_signing_keys
      """,
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
    self.init(path: path, schema: .current, isWanted: isWanted)
  }
}

/// The tables of codes that were "sent".
///
/// Numbers are stored as integers, and times in milliseconds.
enum CodeTables {
  static let sql: StaticString = """
    CREATE TABLE phone_sessions (
      id INTEGER PRIMARY KEY,
      project INTEGER NOT NULL,
      phone INTEGER NOT NULL,
      secret BLOB NOT NULL,
      code TEXT NOT NULL,
      fictional INTEGER NOT NULL,
      -- The account that the code gives the number to as a second factor, or the factor that it is of.
      enrolling INTEGER,
      second_factor INTEGER,
      tries INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL
    );
    CREATE INDEX phone_sessions_by_phone ON phone_sessions (project, phone);

    -- Found by the digest, so that the time a search takes says nothing about a code.
    CREATE TABLE action_codes (
      id INTEGER PRIMARY KEY,
      project INTEGER NOT NULL,
      hash BLOB NOT NULL,
      code TEXT NOT NULL,
      link TEXT NOT NULL,
      request_type TEXT NOT NULL,
      email TEXT NOT NULL,
      new_email TEXT,
      account INTEGER,
      -- The factor that the mailed link unenrolls.
      second_factor INTEGER,
      created_at INTEGER NOT NULL,
      asked_email TEXT
    );
    CREATE UNIQUE INDEX action_codes_by_hash ON action_codes (hash);
    CREATE INDEX action_codes_by_email ON action_codes (project, email, request_type);
    CREATE INDEX action_codes_by_account ON action_codes (account) WHERE account IS NOT NULL;
    """
}
