/// The tables of the server itself: its keys, its projects, the messages it "sent", and the plans of tests.
enum ServerTables {
  static let sql: StaticString = """
    CREATE TABLE signing_keys (
      -- What it signs: ID tokens, session cookies, custom tokens, what the server's own page says in a provider's name,
      -- access tokens, SAML assertions.
      id INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 6),
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
      -- The sender of a mail, and the address for answers to it.
      sender TEXT,
      reply_to TEXT,
      PRIMARY KEY (project, number)
    ) WITHOUT ROWID;

    -- What functions are told of accounts: a row for each form of each event.
    CREATE TABLE events (
      -- The order of the commits. A number that was shown never names another event.
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      project INTEGER NOT NULL,
      local_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      form TEXT NOT NULL,
      -- Every try has the same one, so functions can notice a second one.
      event_id BLOB NOT NULL DEFAULT (randomblob(16)),
      -- The account at that time, as this form describes it: JSON without passwords.
      account TEXT NOT NULL,
      made_at INTEGER NOT NULL,
      state TEXT NOT NULL,
      tries INTEGER NOT NULL DEFAULT 0,
      -- The functions' answer, why there is none, or why nothing is sent.
      answer TEXT
    );
    CREATE INDEX events_by_project ON events (project, id);
    CREATE INDEX events_waiting ON events (state) WHERE state = 'waiting';

    -- Which of several servers on one file sends a project's events, and for how long.
    CREATE TABLE event_senders (
      project TEXT PRIMARY KEY,
      holder BLOB NOT NULL,
      until INTEGER NOT NULL
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
