import LibC

/// A signal from one thread to another that waits for it.
package final class Event: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var happened = false

  package init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    #if canImport(Glibc)
      pthread_condattr_setclock(&attributes, Self.clock)
    #endif
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  #if canImport(Glibc)
    private static let clock = CLOCK_MONOTONIC
  #else
    private static let clock = CLOCK_REALTIME
  #endif

  /// Waits until `signal` is called.
  ///
  /// It can then be used again.
  func wait() {
    pthread_mutex_lock(mutex)
    while !happened { pthread_cond_wait(condition, mutex) }
    happened = false
    pthread_mutex_unlock(mutex)
  }

  /// Waits for at most `time`.
  ///
  /// Returns false if `signal` was not called.
  package func wait(for time: Duration) -> Bool {
    var end = timespec()
    clock_gettime(Self.clock, &end)
    let nanoseconds = end.tv_nsec + Int(time.components.attoseconds / 1_000_000_000)
    end.tv_sec += Int(time.components.seconds) + nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !happened {
      if pthread_cond_timedwait(condition, mutex, &end) == ETIMEDOUT { return false }
    }
    happened = false
    return true
  }

  package func signal() {
    pthread_mutex_lock(mutex)
    happened = true
    pthread_mutex_unlock(mutex)
    // The signal comes after the unlock. Otherwise the woken thread would only wait for the mutex.
    pthread_cond_signal(condition)
  }
}
