import HTTP

// How many codes of an account's authenticator app were wrong in a row.
extension Transaction {
  func totpFailures(account: Int64) throws(StorageFailure) -> Failures {
    try connection.first(
      "SELECT failures, blocked_until FROM totp_failures WHERE account = ?", account, read: Failures.init)
      ?? Failures()
  }

  func storeTOTPFailures(_ failures: Failures, account: Int64, project: Int64) throws(StorageFailure) {
    try connection.run(
      "INSERT OR REPLACE INTO totp_failures (account, project, failures, blocked_until) VALUES (?, ?, ?, ?)",
      account, project, failures.count, failures.blockedUntil)
  }

  func forgetTOTPFailures(account: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM totp_failures WHERE account = ?", account)
  }
}
