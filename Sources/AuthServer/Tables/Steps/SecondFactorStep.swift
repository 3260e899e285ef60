/// Second factors: SMS and authenticator apps.
enum SecondFactorStep {
  static let sql: StaticString = """
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
      -- The latest step whose code was taken; no code of it or an earlier one is taken again.
      last_step INTEGER,
      CHECK ((phone IS NULL) <> (secret IS NULL))
    );
    CREATE UNIQUE INDEX second_factors_by_account ON second_factors (account, enrollment_id);

    -- The account that a code gives the number to as a second factor, or the factor that it is of.
    ALTER TABLE phone_sessions ADD COLUMN enrolling INTEGER;
    ALTER TABLE phone_sessions ADD COLUMN second_factor INTEGER;

    -- First factors that were right. Found by the digest of a credential that only the client has.
    CREATE TABLE pending_sign_ins (
      id INTEGER PRIMARY KEY,
      project INTEGER NOT NULL,
      hash BLOB NOT NULL,
      account INTEGER NOT NULL,
      provider TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      -- The account's, at that time.
      valid_since INTEGER
    );
    CREATE UNIQUE INDEX pending_sign_ins_by_hash ON pending_sign_ins (hash);

    CREATE TABLE totp_enrollments (
      id INTEGER PRIMARY KEY,
      project INTEGER NOT NULL,
      account INTEGER NOT NULL,
      session_secret BLOB NOT NULL,
      -- Null when the factor is enrolled.
      totp_secret BLOB,
      tries INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL
    );

    CREATE TABLE totp_failures (
      account INTEGER PRIMARY KEY,
      project INTEGER NOT NULL,
      failures INTEGER NOT NULL,
      blocked_until INTEGER NOT NULL
    );

    -- The factor that a mailed link takes off again.
    ALTER TABLE action_codes ADD COLUMN second_factor INTEGER;

    -- Until now nothing obeyed the number of intervals in a new project; Google's default is five.
    UPDATE projects SET config = json_set(config,
      '$.mfa.providerConfigs[0].totpProviderConfig.adjacentIntervals', 5)
      WHERE json_extract(config, '$.mfa.providerConfigs[0].totpProviderConfig.adjacentIntervals') = 1;
    """
}
