import Crypto
import Essentials

/// A SAML assertion that has signed in once, and must not again.
struct UsedAssertion: Record {
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
  func useAssertion(
    _ id: String, of issuer: String, project: Int64, at now: Date
  ) throws(StorageFailure) -> Bool {
    let hash = Digest.sha256("\(issuer.utf8.count) \(issuer) \(id)".utf8)
    guard try connection.first(UsedAssertion.self, where: "project = ? AND hash = ?", project, hash) == nil
    else { return false }
    try connection.insert(UsedAssertion(project: project, hash: hash, createdAt: now))
    return true
  }
}
