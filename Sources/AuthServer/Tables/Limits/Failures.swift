import Essentials

/// Wrong tries in a row against one thing, and how long they close it.
struct Failures: Sendable, Equatable {
  var count = 0
  var blockedUntil = Date.distantPast
}

extension Row {
  mutating func failures(_ failures: inout Failures) throws(StorageFailure) {
    // No limit is a hundredth of that.
    try column("failures", &failures.count, in: 0...1_000_000)
    try column("blocked_until", &failures.blockedUntil)
  }
}
