/// Phone sign-in. Numbers are kept as integers of their digits, times in milliseconds.
enum PhoneStep {
  static let sql: StaticString = """
    CREATE TABLE signing_keys (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      kid TEXT NOT NULL,
      private_key BLOB NOT NULL,
      certificate TEXT NOT NULL
    );

    CREATE TABLE projects (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      config TEXT NOT NULL CHECK (json_valid(config))
    );

    -- AUTOINCREMENT: refresh tokens outlive their account, and must not pass to the next one.
    CREATE TABLE accounts (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      project INTEGER NOT NULL,
      local_id TEXT NOT NULL,
      phone INTEGER,
      email TEXT,
      email_verified INTEGER NOT NULL DEFAULT 0,
      display_name TEXT,
      photo_url TEXT,
      custom_attributes TEXT,
      disabled INTEGER NOT NULL DEFAULT 0,
      -- Made by a fictional number: such a number may be taken off the list and put back.
      fictional INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL,
      last_login_at INTEGER NOT NULL,
      last_refresh_at INTEGER NOT NULL,
      valid_since INTEGER
    );
    CREATE UNIQUE INDEX accounts_by_local_id ON accounts (project, local_id);
    CREATE UNIQUE INDEX accounts_by_phone ON accounts (project, phone) WHERE phone IS NOT NULL;

    CREATE TABLE refresh_tokens (
      hash BLOB PRIMARY KEY,
      account INTEGER NOT NULL,
      signed_in_at INTEGER NOT NULL,
      provider TEXT NOT NULL,
      second_factor TEXT,
      second_factor_identifier TEXT,
      claims TEXT
    ) WITHOUT ROWID;

    CREATE TABLE phone_sessions (
      id INTEGER PRIMARY KEY,
      project INTEGER NOT NULL,
      phone INTEGER NOT NULL,
      secret BLOB NOT NULL,
      code TEXT NOT NULL,
      fictional INTEGER NOT NULL,
      tries INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL
    );
    CREATE INDEX phone_sessions_by_phone ON phone_sessions (project, phone);

    CREATE TABLE phone_failures (
      project INTEGER NOT NULL,
      phone INTEGER NOT NULL,
      failures INTEGER NOT NULL,
      blocked_until INTEGER NOT NULL,
      PRIMARY KEY (project, phone)
    ) WITHOUT ROWID;

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
    """
}
