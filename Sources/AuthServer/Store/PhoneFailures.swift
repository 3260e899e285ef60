import HTTP
import IdentityToolkit

// How many codes in a row were wrong for a number, whatever session they were typed for.
extension Transaction {
  func failures(phone: PhoneNumber, project: Int64) throws(StorageFailure) -> Failures {
    try connection.first(
      "SELECT failures, blocked_until FROM phone_failures WHERE project = ? AND phone = ?", project, phone,
      read: Failures.init) ?? Failures()
  }

  func store(_ failures: Failures, phone: PhoneNumber, project: Int64) throws(StorageFailure) {
    try connection.run(
      """
      INSERT OR REPLACE INTO phone_failures (project, phone, failures, blocked_until) VALUES (?, ?, ?, ?)
      """, project, phone, failures.count, failures.blockedUntil)
  }

  func forgetFailures(phone: PhoneNumber, project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM phone_failures WHERE project = ? AND phone = ?", project, phone)
  }

  func deletePhoneFailures(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM phone_failures WHERE project = ?", project)
  }
}
