package import Essentials
import LibC

/// A wall clock that moves only when told.
package final class TestClock: @unchecked Sendable {
  private var time: Date
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  package init(_ time: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
    self.time = time
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  package var now: Date {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return time
  }

  package func advance(_ seconds: Double) {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    time += seconds
  }
}
