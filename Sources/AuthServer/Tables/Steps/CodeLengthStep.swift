/// How many digits an authenticator app's codes have.
enum CodeLengthStep {
  static let sql: StaticString = """
    ALTER TABLE second_factors ADD COLUMN digits INTEGER NOT NULL DEFAULT 6 CHECK (digits BETWEEN 6 AND 8);
    ALTER TABLE totp_enrollments ADD COLUMN digits INTEGER NOT NULL DEFAULT 6 CHECK (digits BETWEEN 6 AND 8);
    """
}
