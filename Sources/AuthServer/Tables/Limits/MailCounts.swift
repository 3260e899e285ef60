import Essentials
import IdentityToolkit

extension Transaction {
  /// Counts a mail of this kind.
  ///
  /// Returns the number sent on the day of `now`, including this one.
  func countMail(_ kind: String, project: Int64, at now: Date) throws(StorageFailure) -> Int {
    let day = now.milliseconds / 86_400_000
    try connection.run(
      """
      INSERT INTO mail_counts (project, kind, day, count) VALUES (?, ?, ?, 1)
      ON CONFLICT DO UPDATE SET count = CASE day WHEN excluded.day THEN count + 1 ELSE 1 END,
        day = excluded.day
      """, project, kind, day)
    return try connection.value(
      "SELECT count FROM mail_counts WHERE project = ? AND kind = ?", project, kind) ?? 0
  }
}
