/// The tables of the server itself: its keys, its projects, the messages it "sent", and the plans of tests.
enum ServerTables {
  static let sql: StaticString = """
    CREATE TABLE signing_keys (
      -- What it signs: ID tokens, session cookies, custom tokens, what the server's own page says in a provider's name.
      id INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 4),
      kid TEXT NOT NULL,
      private_key BLOB NOT NULL,
      certificate TEXT NOT NULL
    );

    -- A tenant is a row of its own, named after its project.
    CREATE TABLE projects (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      config TEXT NOT NULL CHECK (json_valid(config))
    );

    -- The tenants that were deleted.
    CREATE TABLE former_tenants (
      name TEXT PRIMARY KEY,
      deleted_at INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX former_tenants_by_age ON former_tenants (deleted_at);

    CREATE TABLE outbox (
      project INTEGER NOT NULL,
      number INTEGER NOT NULL,
      kind TEXT NOT NULL,
      recipient TEXT NOT NULL,
      code TEXT,
      link TEXT,
      subject TEXT,
      body TEXT NOT NULL,
      sent_at INTEGER NOT NULL,
      PRIMARY KEY (project, number)
    ) WITHOUT ROWID;

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

    -- In seconds.
    CREATE TABLE clock (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      ahead INTEGER NOT NULL
    );
    """
}
