import Crypto
import Essentials

/// A row of `used_assertions`: a SAML assertion that has signed in once, and must not again.
private struct UsedAssertionRow: Record {
  static let table: StaticString = "used_assertions"

  var id: Int64 = 0
  var project: Int64 = 0
  var hash: [UInt8] = []
  var createdAt = Date.distantPast

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &id, .id)
    try row.column("project", &project, .fixed)
    try row.column("hash", &hash, .fixed)
    try row.column("created_at", &createdAt, .fixed)
  }
}

extension Transaction {
  /// Stores that an assertion was used, and returns false if it already was.
  func useAssertion(_ id: String, of issuer: String, project: Int64, at now: Date) throws(StorageFailure)
    -> Bool
  {
    let hash = Digest.sha256("\(issuer.utf8.count) \(issuer) \(id)".utf8)
    guard try connection.first(UsedAssertionRow.self, where: "project = ? AND hash = ?", project, hash) == nil
    else { return false }
    var row = UsedAssertionRow()
    (row.project, row.hash, row.createdAt) = (project, hash, now)
    try connection.insert(row)
    return true
  }

  /// Deletes the oldest ones from before `period`, a few at a time.
  func purgeUsedAssertions(madeBefore period: ClosedRange<Date>) throws(StorageFailure) {
    try purge(UsedAssertionRow.self, madeBefore: period)
  }

  func deleteUsedAssertions(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM used_assertions WHERE project = ?", project)
  }
}
