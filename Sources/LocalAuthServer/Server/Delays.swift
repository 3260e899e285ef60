import LibC
import Synchronization

/// The delays that tests plan for answers.
///
/// Each one blocks the thread of the delayed request.
final class Delays: Sendable {
  private let haveEnded = Atomic(false)
  /// By thread: a closure that returns true when nobody waits for the answer any more.
  private let callers = Mutex<[UInt: @Sendable () -> Bool]>([:])

  /// Whether the delays have ended for good.
  var areOver: Bool { haveEnded.load(ordering: .relaxed) }

  /// Ends all delays.
  ///
  /// Later ones return at once.
  func end() {
    haveEnded.store(true, ordering: .relaxed)
  }

  /// Waits for `duration`, or until the server stops or the caller is gone.
  func wait(_ duration: Duration) {
    let hasGone = callers.withLock { $0[Self.thread] } ?? { false }
    let end = ContinuousClock.now + duration
    while !areOver, !hasGone() {
      let left = ContinuousClock.now.duration(to: end)
      guard left > .zero else { return }
      usleep(UInt32(min(left, .milliseconds(5)) / .microseconds(1)) + 1)
    }
  }

  /// Runs `body`.
  ///
  /// Delays on this thread end as soon as `hasGone` returns true.
  func following<Answer, Failure>(
    _ hasGone: @escaping @Sendable () -> Bool, _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let thread = Self.thread
    callers.withLock { $0[thread] = hasGone }
    defer { callers.withLock { $0[thread] = nil } }
    return try body()
  }

  private static var thread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }
}
