import Essentials

extension Transaction {
  /// Deletes the oldest rows from before `period`, a few at a time.
  ///
  /// Rows from the future stay. When a clock that was set back is corrected, they count again. Call this whenever a row
  /// is added, or `count` at a time now and then. So rows are deleted faster than they are added, and no request waits
  /// for many deletions.
  func purge<R: Record>(
    _ rows: R.Type, madeBefore period: ClosedRange<Date>, upTo count: Int = 2
  ) throws(StorageFailure) {
    try connection.deleteOldest(count, of: rows, where: "created_at < ?", period.lowerBound)
  }
}
