import IdentityToolkit

private struct PhoneFailureRow: Record {
  static let table: StaticString = "phone_failures"

  var project: Int64 = 0
  var phone = PhoneNumber(stored: 0)
  var failures = Failures()

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("project", &project, .key)
    try row.column("phone", &phone, .key)
    try row.failures(&failures)
  }
}

// These count consecutive wrong codes for a number, across sessions.
extension Transaction {
  func failures(phone: PhoneNumber, project: Int64) throws(StorageFailure) -> Failures {
    try connection.first(PhoneFailureRow.self, where: "project = ? AND phone = ?", project, phone)?.failures
      ?? Failures()
  }

  func store(_ failures: Failures, phone: PhoneNumber, project: Int64) throws(StorageFailure) {
    try connection.store(PhoneFailureRow(project: project, phone: phone, failures: failures))
  }

  func forgetFailures(phone: PhoneNumber, project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM phone_failures WHERE project = ? AND phone = ?", project, phone)
  }
}
