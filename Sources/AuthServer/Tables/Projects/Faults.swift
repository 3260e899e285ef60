import IdentityToolkit

private struct FaultRow: Record {
  static let table: StaticString = "faults"

  var project: Int64 = 0
  var method = ""
  var code: String?
  var times: Int?
  var delay = 0

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("project", &project, .key)
    try row.column("method", &method, .key)
    try row.column("code", &code)
    try row.column("times", &times)
    try row.column("delay", &delay, in: 0...3_600_000)
  }

  var fault: PlannedFault {
    PlannedFault(method: method, code: code, times: times, delayMilliseconds: delay == 0 ? nil : delay)
  }
}

// These store the planned faults.
extension Transaction {
  func faults(project: Int64) throws(StorageFailure) -> [PlannedFault] {
    try connection.all(FaultRow.self, where: "project = ? ORDER BY method", project).map(\.fault)
  }

  /// Returns whether any project has a planned fault.
  func hasFaults() throws(StorageFailure) -> Bool {
    let found: Int64? = try connection.value("SELECT project FROM faults WHERE project > -1 LIMIT 1")
    return found != nil
  }

  func store(_ fault: PlannedFault, project: Int64) throws(StorageFailure) {
    try connection.store(
      FaultRow(
        project: project, method: fault.method, code: fault.code, times: fault.times,
        delay: fault.delayMilliseconds ?? 0))
  }

  /// Returns the fault for a call of `method`, and counts it as met.
  func meetFault(_ method: String, project: Int64) throws(StorageFailure) -> PlannedFault? {
    guard
      var row = try connection.first(FaultRow.self, where: "project = ? AND method = ?", project, method)
    else { return nil }
    let fault = row.fault
    guard let times = row.times else { return fault }
    if times > 1 {
      row.times = times - 1
      try connection.store(row)
    } else {
      try connection.run("DELETE FROM faults WHERE project = ? AND method = ?", project, method)
    }
    return fault
  }

  func deleteFaults(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM faults WHERE project = ?", project)
  }
}
