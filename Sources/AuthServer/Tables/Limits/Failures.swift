import Essentials

/// The number of consecutive failures for one thing, and until when it is blocked.
struct Failures: Sendable, Equatable {
  var count = 0
  var blockedUntil = Date.distantPast
}

extension Row {
  mutating func failures(_ failures: inout Failures) throws(StorageFailure) {
    // Every limit is less than a hundredth of this.
    try column("failures", &failures.count, in: 0...1_000_000)
    try column("blocked_until", &failures.blockedUntil)
  }
}
