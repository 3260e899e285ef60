/// Addresses, passwords, identity providers, mailed links. Addresses are kept in their canonical spelling.
enum EmailStep {
  static let sql: StaticString = """
    ALTER TABLE accounts ADD COLUMN initial_email TEXT;
    ALTER TABLE accounts ADD COLUMN email_link INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE accounts ADD COLUMN custom_auth INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE accounts ADD COLUMN anonymous INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE accounts ADD COLUMN password_hash BLOB;
    ALTER TABLE accounts ADD COLUMN password_salt BLOB;
    -- scrypt's N, r and p.
    ALTER TABLE accounts ADD COLUMN password_cost INTEGER;
    ALTER TABLE accounts ADD COLUMN password_block_size INTEGER;
    ALTER TABLE accounts ADD COLUMN password_parallelism INTEGER;
    ALTER TABLE accounts ADD COLUMN password_updated_at INTEGER;
    CREATE UNIQUE INDEX accounts_by_email ON accounts (project, email) WHERE email IS NOT NULL;

    CREATE TABLE provider_identities (
      project INTEGER NOT NULL,
      account INTEGER NOT NULL,
      provider TEXT NOT NULL,
      raw_id TEXT NOT NULL,
      federated_id TEXT,
      email TEXT,
      display_name TEXT,
      photo_url TEXT,
      screen_name TEXT,
      PRIMARY KEY (account, provider)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX provider_identities_by_raw_id ON provider_identities (project, provider, raw_id);
    CREATE INDEX provider_identities_by_email ON provider_identities (project, email)
      WHERE email IS NOT NULL;

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
      created_at INTEGER NOT NULL
    );
    CREATE UNIQUE INDEX action_codes_by_hash ON action_codes (hash);
    CREATE INDEX action_codes_by_email ON action_codes (project, email, request_type);
    CREATE INDEX action_codes_by_account ON action_codes (account) WHERE account IS NOT NULL;

    CREATE TABLE temporary_proofs (
      id INTEGER PRIMARY KEY,
      project INTEGER NOT NULL,
      hash BLOB NOT NULL,
      phone INTEGER NOT NULL,
      created_at INTEGER NOT NULL
    );
    CREATE UNIQUE INDEX temporary_proofs_by_hash ON temporary_proofs (hash);

    -- By address, not by account: an address without account is counted like any other.
    CREATE TABLE password_failures (
      project INTEGER NOT NULL,
      email TEXT NOT NULL,
      failures INTEGER NOT NULL,
      blocked_until INTEGER NOT NULL,
      failed_at INTEGER NOT NULL,
      PRIMARY KEY (project, email)
    ) WITHOUT ROWID;
    CREATE INDEX password_failures_by_time ON password_failures (failed_at);

    -- How many mails of a kind went out on a day, counted from 1970; only where that is limited.
    CREATE TABLE mail_counts (
      project INTEGER NOT NULL,
      kind TEXT NOT NULL,
      day INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (project, kind)
    ) WITHOUT ROWID;

    -- Projects made before this step do not list the domains of their own hosting, as Google's do.
    UPDATE projects SET config = json_insert(config,
      '$.authorizedDomains[#]', name || '.firebaseapp.com', '$.authorizedDomains[#]', name || '.web.app')
      WHERE json_type(config, '$.authorizedDomains') = 'array';
    """
}
