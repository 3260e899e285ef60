private struct TOTPFailureRow: Record {
  static let table: StaticString = "totp_failures"

  var account: Int64 = 0
  var project: Int64 = 0
  var failures = Failures()

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("account", &account, .key)
    try row.column("project", &project, .fixed)
    try row.failures(&failures)
  }
}

// These count consecutive wrong codes of an account's authenticator app.
extension Transaction {
  func totpFailures(account: Int64) throws(StorageFailure) -> Failures {
    try connection.first(TOTPFailureRow.self, where: "account = ?", account)?.failures ?? Failures()
  }

  func storeTOTPFailures(_ failures: Failures, account: Int64, project: Int64) throws(StorageFailure) {
    try connection.store(TOTPFailureRow(account: account, project: project, failures: failures))
  }

  func forgetTOTPFailures(account: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM totp_failures WHERE account = ?", account)
  }
}
