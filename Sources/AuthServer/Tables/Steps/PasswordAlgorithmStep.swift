/// Passwords that other systems hashed.
enum PasswordAlgorithmStep {
  static let sql: StaticString = """
    -- How the hash was computed, JSON; null for the server's own scrypt, whose N, r and p stand beside it.
    ALTER TABLE accounts ADD COLUMN password_algorithm TEXT;
    """
}
