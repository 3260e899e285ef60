import HTTP

extension Failures {
  /// From the columns `failures` and `blocked_until`.
  init(_ row: Row) throws(StorageFailure) {
    (count, blockedUntil) = (try row[0], try row[1])
    // No limit is a hundredth of that.
    guard (0...1_000_000).contains(count) else { throw row.damage(in: 0) }
  }
}
