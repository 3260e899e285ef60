import Essentials

extension Transaction {
  /// Forgets the oldest rows, few at a time, that were not made in `period`.
  ///
  /// Called whenever a row is made, so that they go faster than they come and no request waits for many.
  func purge<R: Record>(_ rows: R.Type, notMadeIn period: ClosedRange<Date>) throws(StorageFailure) {
    try connection.deleteOldest(
      rows, where: "created_at NOT BETWEEN ? AND ?", period.lowerBound, period.upperBound)
  }
}
