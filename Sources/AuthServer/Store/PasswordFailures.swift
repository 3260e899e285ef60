import Essentials
import HTTP
import IdentityToolkit

extension Transaction {
  /// The wrong passwords in a row for an address; those before `horizon` are forgotten.
  func failures(
    email: EmailAddress, project: Int64, since horizon: Date
  ) throws(StorageFailure) -> Failures {
    try connection.first(
      """
      SELECT failures, blocked_until FROM password_failures
      WHERE project = ? AND email = ? AND failed_at >= ?
      """, project, email, horizon, read: Failures.init) ?? Failures()
  }

  /// Stores the failures, and forgets the oldest ones, few at a time, that came before `horizon`.
  func store(
    _ failures: Failures, email: EmailAddress, project: Int64, at now: Date, forgettingBefore horizon: Date
  ) throws(StorageFailure) {
    try connection.run(
      """
      INSERT OR REPLACE INTO password_failures (project, email, failures, blocked_until, failed_at)
      VALUES (?, ?, ?, ?, ?)
      """, project, email, failures.count, failures.blockedUntil, now)
    try connection.run(
      """
      DELETE FROM password_failures WHERE (project, email) IN (
        SELECT project, email FROM password_failures WHERE failed_at < ? ORDER BY failed_at LIMIT 2)
      """, horizon)
  }

  func forgetFailures(email: EmailAddress, project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM password_failures WHERE project = ? AND email = ?", project, email)
  }

  func deletePasswordFailures(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM password_failures WHERE project = ?", project)
  }
}
