package import Essentials
import Synchronization

/// A clock that moves only when told.
package final class TestClock: Sendable {
  private let time: Mutex<Date>
  private let start: (instant: ContinuousClock.Instant, date: Date)

  package init(_ time: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
    self.time = Mutex(time)
    start = (.now, time)
  }

  /// The time of day.
  package var now: Date { time.withLock { $0 } }

  /// The same, for what measures durations.
  package var instant: ContinuousClock.Instant {
    start.instant + .seconds(now.timeIntervalSince(start.date))
  }

  package func advance(_ seconds: Double) {
    time.withLock { $0 += seconds }
  }
}
