/// The tables of identity providers: projects' settings, and sign-ins in progress.
enum ProviderTables {
  static let sql: StaticString = """
    CREATE TABLE provider_configurations (
      project INTEGER NOT NULL,
      provider TEXT NOT NULL,
      config TEXT NOT NULL CHECK (json_valid(config)),
      PRIMARY KEY (project, provider)
    ) WITHOUT ROWID;

    CREATE TABLE provider_authorizations (
      id INTEGER PRIMARY KEY,
      project INTEGER NOT NULL,
      session_hash BLOB NOT NULL,
      state_hash BLOB NOT NULL,
      salt BLOB NOT NULL,
      provider TEXT NOT NULL,
      continue_uri TEXT NOT NULL,
      -- Null where the server's own page stands in for the provider.
      issuer TEXT,
      -- Whom the client asked for, who is chosen without a click.
      asked_identity TEXT,
      -- Who was chosen on that page, claims in JSON, and the digest of the code for it.
      identity TEXT,
      code_hash BLOB,
      created_at INTEGER NOT NULL
    );
    CREATE UNIQUE INDEX provider_authorizations_by_session ON provider_authorizations (session_hash);
    CREATE UNIQUE INDEX provider_authorizations_by_state ON provider_authorizations (state_hash);
    CREATE INDEX provider_authorizations_by_project ON provider_authorizations (project);

    CREATE TABLE pending_identities (
      id INTEGER PRIMARY KEY,
      project INTEGER NOT NULL,
      -- The digest of the token that stands for it.
      hash BLOB NOT NULL,
      provider TEXT NOT NULL,
      -- The provider that was asked itself; null where the server's own page stands in for it.
      issuer TEXT,
      -- What was said of the user, JSON; no token of the provider's.
      claims TEXT NOT NULL CHECK (json_valid(claims)),
      saml TEXT CHECK (saml IS NULL OR json_valid(saml)),
      -- Whether the provider, or the own page, vouched for it.
      checked INTEGER NOT NULL,
      created_at INTEGER NOT NULL
    );
    CREATE UNIQUE INDEX pending_identities_by_hash ON pending_identities (hash);

    CREATE TABLE used_assertions (
      id INTEGER PRIMARY KEY,
      project INTEGER NOT NULL,
      -- The digest of the provider's name and of its name for the assertion.
      hash BLOB NOT NULL,
      created_at INTEGER NOT NULL
    );
    CREATE UNIQUE INDEX used_assertions_by_hash ON used_assertions (project, hash);
    """
}
