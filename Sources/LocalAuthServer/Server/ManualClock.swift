public import Essentials
import Synchronization

/// A clock that moves only when you move it.
///
/// ```swift
/// let clock = ManualClock()
/// let server = try LocalServer(clock: { clock.now })
/// clock.advance(by: .seconds(3600))
/// ```
///
/// A server limits the time to between 1970 and 9998.
public final class ManualClock: Sendable {
  private let time: Mutex<Date>

  /// Creates a clock that shows `now`.
  ///
  /// The default is the current time in whole seconds, so it agrees with clients that use the system's clock.
  public init(_ now: Date = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))) {
    time = Mutex(now)
  }

  /// The time that the clock shows.
  public var now: Date { time.withLock { $0 } }

  /// Moves the clock forward, or back if the duration is negative.
  public func advance(by duration: Duration) {
    time.withLock { $0 += duration / .seconds(1) }
  }

  /// Sets the clock to `date`.
  public func set(to date: Date) {
    time.withLock { $0 = date }
  }
}
