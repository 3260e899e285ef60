import HTTP

/// The shape of the database, as the list of steps that made it.
///
/// A change is one more step at the end; steps that were released stay as they are.
struct Schema: Sendable {
  var steps: [StaticString]

  /// What `PRAGMA user_version` says when every step is done.
  var version: Int { steps.count }

  /// `PRAGMA application_id` of this project's databases: "ushr".
  static let applicationID = 0x7573_6872

  static let current = Schema(
    steps: [phone, email, secondFactors, appVerification, halfDigests, codeLengths, generations])

  /// Phone sign-in. Numbers are kept as integers of their digits, times in milliseconds.
  static let phone: StaticString = """
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

  /// Addresses, passwords, identity providers, mailed links. Addresses are kept in their canonical spelling.
  private static let email: StaticString = """
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

  /// Second factors: SMS and authenticator apps.
  private static let secondFactors: StaticString = """
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

  /// What shows that a request comes from an app. Receipts, secrets and tokens are known by their digests.
  private static let appVerification: StaticString = """
    CREATE TABLE app_receipts (
      id INTEGER PRIMARY KEY,
      project INTEGER NOT NULL,
      hash BLOB NOT NULL,
      secret_hash BLOB NOT NULL,
      bundle_id TEXT,
      created_at INTEGER NOT NULL
    );
    CREATE UNIQUE INDEX app_receipts_by_hash ON app_receipts (hash);

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

  /// The digests of refresh tokens, which are most of a busy server's memory, at half their length.
  private static let halfDigests: StaticString = "UPDATE refresh_tokens SET hash = substr(hash, 1, 16)"

  /// How many digits an authenticator app's codes have.
  private static let codeLengths: StaticString = """
    ALTER TABLE second_factors ADD COLUMN digits INTEGER NOT NULL DEFAULT 6 CHECK (digits BETWEEN 6 AND 8);
    ALTER TABLE totp_enrollments ADD COLUMN digits INTEGER NOT NULL DEFAULT 6 CHECK (digits BETWEEN 6 AND 8);
    """

  /// What belongs to an account, not to its name or number, and to the sessions since all were last ended.
  private static let generations: StaticString = """
    -- How often all sessions of the account were ended; and how often they had been when that one began.
    ALTER TABLE accounts ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE refresh_tokens ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE pending_sign_ins ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;

    -- The account that the number is of. Proofs live for an hour: those of before are asked for again.
    DELETE FROM temporary_proofs;
    ALTER TABLE temporary_proofs ADD COLUMN account INTEGER NOT NULL DEFAULT 0;
    """
}
