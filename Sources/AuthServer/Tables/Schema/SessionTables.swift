/// The tables of refresh tokens and pending sign-ins, which clients hold.
///
/// Each is found by its digest, so the duration of a search does not reveal it.
enum SessionTables {
  static let sql: StaticString = """
    CREATE TABLE refresh_tokens (
      hash BLOB PRIMARY KEY,
      account INTEGER NOT NULL,
      signed_in_at INTEGER NOT NULL,
      provider TEXT NOT NULL,
      second_factor TEXT,
      second_factor_identifier TEXT,
      claims TEXT,
      -- The account's, at that time.
      generation INTEGER NOT NULL
    ) WITHOUT ROWID;

    -- First factors that were right.
    CREATE TABLE pending_sign_ins (
      id INTEGER PRIMARY KEY,
      project INTEGER NOT NULL,
      hash BLOB NOT NULL,
      account INTEGER NOT NULL,
      provider TEXT NOT NULL,
      -- The account's, at that time.
      valid_since INTEGER,
      generation INTEGER NOT NULL,
      created_at INTEGER NOT NULL
    );
    CREATE UNIQUE INDEX pending_sign_ins_by_hash ON pending_sign_ins (hash);
    CREATE INDEX pending_sign_ins_by_account ON pending_sign_ins (project, account);

    CREATE TABLE temporary_proofs (
      id INTEGER PRIMARY KEY,
      project INTEGER NOT NULL,
      hash BLOB NOT NULL,
      phone INTEGER NOT NULL,
      -- That the number is of.
      account INTEGER NOT NULL,
      created_at INTEGER NOT NULL
    );
    CREATE UNIQUE INDEX temporary_proofs_by_hash ON temporary_proofs (hash);

    CREATE TABLE totp_enrollments (
      id INTEGER PRIMARY KEY,
      project INTEGER NOT NULL,
      account INTEGER NOT NULL,
      session_secret BLOB NOT NULL,
      -- Null when the factor is enrolled.
      totp_secret BLOB,
      digits INTEGER NOT NULL CHECK (digits BETWEEN 6 AND 8),
      tries INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL
    );

    CREATE TABLE passkey_challenges (
      id INTEGER PRIMARY KEY,
      project INTEGER NOT NULL,
      hash BLOB NOT NULL,
      -- The account that enrolls a passkey; null for a sign-in.
      account INTEGER,
      created_at INTEGER NOT NULL
    );
    CREATE UNIQUE INDEX passkey_challenges_by_hash ON passkey_challenges (hash);
    CREATE INDEX passkey_challenges_by_account ON passkey_challenges (account) WHERE account IS NOT NULL;

    CREATE TABLE app_receipts (
      id INTEGER PRIMARY KEY,
      project INTEGER NOT NULL,
      receipt TEXT NOT NULL,
      secret TEXT NOT NULL,
      bundle_id TEXT,
      created_at INTEGER NOT NULL
    );
    CREATE UNIQUE INDEX app_receipts_by_receipt ON app_receipts (receipt);

    CREATE TABLE recaptcha_tokens (
      id INTEGER PRIMARY KEY,
      project INTEGER NOT NULL,
      hash BLOB NOT NULL,
      site_key TEXT NOT NULL,
      action TEXT,
      created_at INTEGER NOT NULL
    );
    CREATE UNIQUE INDEX recaptcha_tokens_by_hash ON recaptcha_tokens (hash);
    """
}
