import Essentials

/// How long the server remembers what was deleted: as long as the longest session cookie lives.
let memoryOfDeleted: Double = 1_209_600

// These store the uids of deleted accounts.
extension Transaction {
  /// Returns the uid of a deleted account.
  func formerName(ofAccount row: Int64) throws(StorageFailure) -> String? {
    try connection.value("SELECT local_id FROM former_accounts WHERE account = ?", row)
  }

  func rememberName(ofAccount row: Int64, deletedAt now: Date) throws(StorageFailure) {
    try purgeFormerNames(at: now)
    try connection.run(
      """
      INSERT INTO former_accounts SELECT id, local_id, (SELECT name FROM projects WHERE id = project), ?
        FROM accounts WHERE id = ?
      """, now, row)
  }

  func rememberNames(ofAccountsIn project: Int64, deletedAt now: Date) throws(StorageFailure) {
    try purgeFormerNames(at: now)
    try connection.run(
      """
      INSERT INTO former_accounts SELECT id, local_id, (SELECT name FROM projects WHERE id = project), ?
        FROM accounts WHERE project = ?
      """, now, project)
  }

  /// Deletes those of a project.
  ///
  /// Call this when no refresh token of its deleted accounts is left.
  func forgetFormerNames(ofAccountsIn project: Int64) throws(StorageFailure) {
    try connection.run(
      "DELETE FROM former_accounts WHERE project = (SELECT name FROM projects WHERE id = ?)", project)
  }

  /// Deletes the uids that are old enough, with the sessions of their accounts.
  ///
  /// It does so once a day at most, because sessions are not found by their account without reading all of them.
  private func purgeFormerNames(at now: Date) throws(StorageFailure) {
    let isDue: Int64? = try connection.value(
      "SELECT 1 FROM former_accounts WHERE deleted_at < ? LIMIT 1", now - memoryOfDeleted - 86_400)
    guard isDue != nil else { return }
    try connection.run(
      """
      DELETE FROM refresh_tokens WHERE account IN (SELECT account FROM former_accounts WHERE deleted_at < ?)
      """, now - memoryOfDeleted)
    try connection.run("DELETE FROM former_accounts WHERE deleted_at < ?", now - memoryOfDeleted)
  }
}
