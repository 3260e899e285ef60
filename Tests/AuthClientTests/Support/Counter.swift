import Synchronization

/// Counts what several tasks do.
final class Counter: Sendable {
  private let total = Mutex(0)

  var count: Int { total.withLock { $0 } }

  func add() {
    total.withLock { $0 += 1 }
  }
}
