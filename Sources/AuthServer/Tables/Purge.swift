import Essentials

extension Transaction {
  /// Deletes the oldest rows from before `period`, a few at a time.
  ///
  /// Rows from the future stay. When a clock that was set back is corrected, they count again. Call this whenever a row
  /// is added. So rows are deleted faster than they are added, and no request waits for many deletions.
  func purge<R: Record>(_ rows: R.Type, madeBefore period: ClosedRange<Date>) throws(StorageFailure) {
    try connection.deleteOldest(rows, where: "created_at < ?", period.lowerBound)
  }
}
