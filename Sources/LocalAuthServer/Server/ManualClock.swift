public import Essentials
import Synchronization

/// A clock that moves only when it is told to.
///
/// ```swift
/// let clock = ManualClock()
/// let server = try LocalServer(clock: { clock.now })
/// clock.advance(by: .seconds(3600))
/// ```
///
/// A server takes times before 1970 for its beginning, and those after 9998 for its end.
public final class ManualClock: Sendable {
  private let time: Mutex<Date>

  /// A clock that shows `now`; by default the current time in whole seconds, so that it agrees with clients that go by
  /// the system's clock.
  public init(_ now: Date = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))) {
    time = Mutex(now)
  }

  /// What the clock shows.
  public var now: Date { time.withLock { $0 } }

  /// Moves the clock ahead, or back by a negative duration.
  public func advance(by duration: Duration) {
    time.withLock { $0 += duration / .seconds(1) }
  }

  /// Has the clock show `date`.
  public func set(to date: Date) {
    time.withLock { $0 = date }
  }
}
