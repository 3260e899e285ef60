import Essentials

extension Transaction {
  /// Counts an SMS of `subject`.
  ///
  /// Returns its number of SMS in the period that ends at `end`, including this one.
  func countSMS(
    of subject: String, per period: Int, until end: Date, project: Int64, now: Date
  ) throws(StorageFailure) -> Int {
    // Each call adds at most one row and deletes up to two old ones, so old rows never pile up.
    try connection.run(
      "DELETE FROM sms_counts WHERE id IN (SELECT id FROM sms_counts WHERE ends_at <= ? ORDER BY ends_at LIMIT 2)",
      now)
    return try connection.value(
      """
      INSERT INTO sms_counts (project, subject, period, ends_at, count) VALUES (?, ?, ?, ?, 1)
      ON CONFLICT (project, subject, period) DO UPDATE SET
        count = CASE ends_at WHEN excluded.ends_at THEN count + 1 ELSE 1 END, ends_at = excluded.ends_at
      RETURNING count
      """, project, subject, period, end) ?? 0
  }
}
