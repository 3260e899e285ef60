import Essentials
import IdentityToolkit

extension Transaction {
  /// Counts a mail of this kind.
  ///
  /// Returns the number sent on the day of `now`, including this one.
  func countMail(_ kind: String, project: Int64, at now: Date) throws(StorageFailure) -> Int {
    let day = now.milliseconds / 86_400_000
    return try connection.value(
      """
      INSERT INTO mail_counts (project, kind, day, count) VALUES (?, ?, ?, 1)
      ON CONFLICT DO UPDATE SET count = CASE day WHEN excluded.day THEN count + 1 ELSE 1 END,
        day = excluded.day
      RETURNING count
      """, project, kind, day) ?? 0
  }
}
