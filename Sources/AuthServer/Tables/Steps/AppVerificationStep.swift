/// What shows that a request comes from an app. Receipts, secrets and tokens are known by their digests.
enum AppVerificationStep {
  static let sql: StaticString = """
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
}
