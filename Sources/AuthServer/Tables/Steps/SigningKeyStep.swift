/// A key for each kind of tokens; the only one that there was stays that of ID tokens.
enum SigningKeyStep {
  static let sql: StaticString = """
    ALTER TABLE signing_keys RENAME TO only_signing_key;
    CREATE TABLE signing_keys (
      id INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 4),
      kid TEXT NOT NULL,
      private_key BLOB NOT NULL,
      certificate TEXT NOT NULL
    );
    INSERT INTO signing_keys SELECT id, kid, private_key, certificate FROM only_signing_key;
    DROP TABLE only_signing_key;
    """
}
