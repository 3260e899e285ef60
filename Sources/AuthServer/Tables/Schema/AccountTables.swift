/// The tables of accounts, their provider identities, and their second factors.
enum AccountTables {
  static let sql: StaticString = """
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
      -- Made by a fictional number: such a number may be removed from the list and added again.
      fictional INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL,
      last_login_at INTEGER NOT NULL,
      last_refresh_at INTEGER NOT NULL,
      valid_since INTEGER,
      initial_email TEXT,
      email_link INTEGER NOT NULL DEFAULT 0,
      custom_auth INTEGER NOT NULL DEFAULT 0,
      anonymous INTEGER NOT NULL DEFAULT 0,
      password_hash BLOB,
      password_salt BLOB,
      -- How the hash was computed, JSON; null for the server's own scrypt, whose N, r and p stand beside it.
      password_algorithm TEXT,
      -- scrypt's N, r and p.
      password_cost INTEGER,
      password_block_size INTEGER,
      password_parallelism INTEGER,
      password_updated_at INTEGER,
      -- The same of a password that a verified address has removed.
      former_password_updated_at INTEGER,
      -- How often all sessions of the account were ended.
      generation INTEGER NOT NULL DEFAULT 0,
      -- Made by an administrator: the service describes such an account with more fields than others.
      admin_made INTEGER NOT NULL DEFAULT 0,
      -- The user has removed second factors: the emulator then describes the rest, even if there is none.
      factors_withdrawn INTEGER NOT NULL DEFAULT 0
    );
    CREATE UNIQUE INDEX accounts_by_local_id ON accounts (project, local_id);
    CREATE UNIQUE INDEX accounts_by_phone ON accounts (project, phone) WHERE phone IS NOT NULL;
    CREATE UNIQUE INDEX accounts_by_email ON accounts (project, email) WHERE email IS NOT NULL;

    -- Refresh tokens outlive their account, and its name may be given again.
    CREATE TABLE former_accounts (
      account INTEGER PRIMARY KEY,
      local_id TEXT NOT NULL,
      -- Its name: that of a tenant outlives it.
      project TEXT NOT NULL,
      deleted_at INTEGER NOT NULL
    );
    CREATE INDEX former_accounts_by_project ON former_accounts (project);
    CREATE INDEX former_accounts_by_age ON former_accounts (deleted_at);

    CREATE TABLE provider_identities (
      project INTEGER NOT NULL,
      account INTEGER NOT NULL,
      provider TEXT NOT NULL,
      raw_id TEXT NOT NULL,
      federated_id TEXT,
      email TEXT,
      email_verified INTEGER NOT NULL,
      display_name TEXT,
      photo_url TEXT,
      screen_name TEXT,
      PRIMARY KEY (account, provider)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX provider_identities_by_raw_id ON provider_identities (project, provider, raw_id);
    CREATE INDEX provider_identities_by_email ON provider_identities (project, email)
      WHERE email IS NOT NULL;

    -- AUTOINCREMENT: an SMS session outlives its factor, and must not pass to the next one.
    CREATE TABLE second_factors (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      project INTEGER NOT NULL,
      account INTEGER NOT NULL,
      enrollment_id TEXT NOT NULL,
      display_name TEXT,
      enrolled_at INTEGER NOT NULL,
      -- Either a number or an authenticator app's secret.
      phone INTEGER,
      secret BLOB,
      digits INTEGER NOT NULL CHECK (digits BETWEEN 6 AND 8),
      -- The latest step whose code was taken; no code of it or an earlier one is taken again.
      last_step INTEGER,
      CHECK ((phone IS NULL) <> (secret IS NULL))
    );
    CREATE UNIQUE INDEX second_factors_by_account ON second_factors (account, enrollment_id);

    CREATE TABLE passkeys (
      id INTEGER PRIMARY KEY,
      project INTEGER NOT NULL,
      account INTEGER NOT NULL,
      -- Base64url; any text where answers of authenticators are not verified.
      credential_id TEXT NOT NULL,
      name TEXT NOT NULL,
      -- In COSE form; null where nothing was verified.
      public_key BLOB,
      sign_count INTEGER NOT NULL,
      backup_eligible INTEGER NOT NULL,
      backed_up INTEGER NOT NULL,
      enrolled_at INTEGER NOT NULL
    );
    CREATE UNIQUE INDEX passkeys_by_credential ON passkeys (project, credential_id);
    CREATE INDEX passkeys_by_account ON passkeys (account);
    """
}
