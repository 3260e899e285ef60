/// Identities that wait to be linked, kept here instead of by clients; and what a provider's page has to remember.
enum PendingIdentityStep {
  static let sql: StaticString = """
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

    ALTER TABLE provider_authorizations ADD COLUMN asked_identity TEXT;
    CREATE INDEX provider_authorizations_by_project ON provider_authorizations (project);

    ALTER TABLE provider_identities ADD COLUMN email_verified INTEGER NOT NULL DEFAULT 1;
    UPDATE provider_identities SET email_verified = EXISTS (SELECT 1 FROM accounts
      WHERE id = provider_identities.account AND email = provider_identities.email AND email_verified);
    """
}
