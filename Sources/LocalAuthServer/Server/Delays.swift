import LibC
import Synchronization

/// The waits before answers that tests asked to be late. Each is on the thread of the request that it delays.
final class Delays: Sendable {
  private let haveEnded = Atomic(false)
  /// What tells of the request of a thread that nobody waits for its answer any more.
  private let callers = Mutex<[UInt: @Sendable () -> Bool]>([:])

  /// Whether nothing waits any more.
  var areOver: Bool { haveEnded.load(ordering: .relaxed) }

  /// Has all waits return, and later ones at once.
  func end() {
    haveEnded.store(true, ordering: .relaxed)
  }

  /// Waits for `duration`, or until the server was stopped or the caller has gone.
  func wait(_ duration: Duration) {
    let hasGone = callers.withLock { $0[Self.thread] } ?? { false }
    let end = ContinuousClock.now + duration
    while !areOver, !hasGone() {
      let left = ContinuousClock.now.duration(to: end)
      guard left > .zero else { return }
      usleep(UInt32(min(left, .milliseconds(5)) / .microseconds(1)) + 1)
    }
  }

  /// Runs `body`, whose waits on this thread end once `hasGone`.
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
