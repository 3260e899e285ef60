// These store the uids of deleted accounts.
extension Transaction {
  /// Returns the uid of a deleted account.
  func formerName(ofAccount row: Int64) throws(StorageFailure) -> String? {
    try connection.value("SELECT local_id FROM former_accounts WHERE account = ?", row)
  }

  func rememberName(ofAccount row: Int64) throws(StorageFailure) {
    try connection.run(
      """
      INSERT INTO former_accounts SELECT id, local_id, (SELECT name FROM projects WHERE id = project)
        FROM accounts WHERE id = ?
      """, row)
  }

  func rememberNames(ofAccountsIn project: Int64) throws(StorageFailure) {
    try connection.run(
      """
      INSERT INTO former_accounts SELECT id, local_id, (SELECT name FROM projects WHERE id = project)
        FROM accounts WHERE project = ?
      """, project)
  }

  /// Deletes all of them.
  ///
  /// Call this when no refresh token of a deleted account is left.
  func forgetFormerNames() throws(StorageFailure) {
    try connection.run("DELETE FROM former_accounts")
  }
}
