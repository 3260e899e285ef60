import Essentials
import LibC

/// How long to wait for a lock that another process holds.
package struct LockWait: Sendable {
  /// The total of all pauses.
  package var limit: Duration
  /// Called before each pause.
  ///
  /// False gives up, as if the limit were reached.
  package var isWanted: @Sendable () -> Bool
  package var pause: @Sendable (Duration) -> Void

  package init(
    limit: Duration, isWanted: @escaping @Sendable () -> Bool = { true },
    pause: @escaping @Sendable (Duration) -> Void = LockWait.sleep
  ) {
    self.limit = limit
    self.isWanted = isWanted
    self.pause = pause
  }

  /// Sleeps, but less if a signal arrives.
  @Sendable package static func sleep(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    nanosleep(&time, nil)
  }

  /// Pauses of 1, 2, 4 and then 8 milliseconds.
  ///
  /// Each varies by up to half, so waiting processes do not stay in step.
  struct Pauses {
    private var count = 0
    private var seed: [UInt8]

    init(seed: Int32) {
      self.seed = withUnsafeBytes(of: (getpid(), seed)) { Array($0) }
    }

    mutating func next() -> Duration {
      let milliseconds = 1 << min(count, 3)
      count += 1
      seed.append(UInt8(truncatingIfNeeded: count))
      let jitter = Int(FNV1a.hash(seed) % 1_000)
      return .microseconds(milliseconds * (500 + jitter))
    }
  }
}
