/// The names of accounts that are gone, and who made those that are there.
enum FormerAccountStep {
  static let sql: StaticString = """
    -- Refresh tokens outlive their account, and its name may be given again.
    CREATE TABLE former_accounts (
      account INTEGER PRIMARY KEY,
      local_id TEXT NOT NULL
    );

    -- Made by an administrator: the service describes such an account with more fields than others.
    ALTER TABLE accounts ADD COLUMN admin_made INTEGER NOT NULL DEFAULT 0;
    """
}
