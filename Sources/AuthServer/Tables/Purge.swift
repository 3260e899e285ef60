import Essentials

extension Transaction {
  /// Forgets the oldest rows, few at a time, that were made before `period`. Those from the future stay: when a clock
  /// that was set back goes right again, they count.
  ///
  /// Called whenever a row is made, so that they go faster than they come and no request waits for many.
  func purge<R: Record>(_ rows: R.Type, madeBefore period: ClosedRange<Date>) throws(StorageFailure) {
    try connection.deleteOldest(rows, where: "created_at < ?", period.lowerBound)
  }
}
