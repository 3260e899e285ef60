// The names of accounts that are gone.
extension Transaction {
  /// The name that an account had which is gone.
  func formerName(ofAccount row: Int64) throws(StorageFailure) -> String? {
    try connection.value("SELECT local_id FROM former_accounts WHERE account = ?", row)
  }

  func rememberName(ofAccount row: Int64) throws(StorageFailure) {
    try connection.run("INSERT INTO former_accounts SELECT id, local_id FROM accounts WHERE id = ?", row)
  }

  func rememberNames(ofAccountsIn project: Int64) throws(StorageFailure) {
    try connection.run(
      "INSERT INTO former_accounts SELECT id, local_id FROM accounts WHERE project = ?", project)
  }

  /// Forgets them all; for when no refresh token of a former account is left.
  func forgetFormerNames() throws(StorageFailure) {
    try connection.run("DELETE FROM former_accounts")
  }
}
