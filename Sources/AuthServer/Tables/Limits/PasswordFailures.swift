import Essentials
import IdentityToolkit

private struct PasswordFailureRow: Record {
  static let table: StaticString = "password_failures"

  var project: Int64 = 0
  var email = EmailAddress(stored: "")
  var failures = Failures()
  var failedAt = Date.distantPast

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("project", &project, .key)
    try row.column("email", &email, .key)
    try row.failures(&failures)
    try row.column("failed_at", &failedAt)
  }
}

extension Transaction {
  /// Returns the consecutive wrong passwords for an address.
  ///
  /// Failures from before `horizon` do not count.
  func failures(
    email: EmailAddress, project: Int64, since horizon: Date
  ) throws(StorageFailure) -> Failures {
    try connection.first(
      PasswordFailureRow.self, where: "project = ? AND email = ? AND failed_at >= ?", project, email, horizon)?
      .failures ?? Failures()
  }

  /// Stores the failures, and deletes the oldest ones from before `horizon`, a few at a time.
  func store(
    _ failures: Failures, email: EmailAddress, project: Int64, at now: Date, forgettingBefore horizon: Date
  ) throws(StorageFailure) {
    try connection.store(
      PasswordFailureRow(project: project, email: email, failures: failures, failedAt: now))
    try connection.run(
      """
      DELETE FROM password_failures WHERE (project, email) IN (
        SELECT project, email FROM password_failures WHERE failed_at < ? ORDER BY failed_at LIMIT 2)
      """, horizon)
  }

  func forgetFailures(email: EmailAddress, project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM password_failures WHERE project = ? AND email = ?", project, email)
  }
}
