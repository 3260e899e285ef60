/// What tests have the server do: fail, be late, or go by another time.
enum RehearsalStep {
  static let sql: StaticString = """
    CREATE TABLE faults (
      project INTEGER NOT NULL,
      method TEXT NOT NULL,
      code TEXT,
      -- Null: as often as it is called.
      times INTEGER,
      -- In milliseconds.
      delay INTEGER NOT NULL,
      PRIMARY KEY (project, method)
    ) WITHOUT ROWID;

    CREATE INDEX pending_sign_ins_by_account ON pending_sign_ins (project, account);

    -- In seconds.
    CREATE TABLE clock (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      ahead INTEGER NOT NULL
    );
    """
}
