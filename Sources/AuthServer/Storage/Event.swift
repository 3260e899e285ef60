import LibC

/// A thread's wait for another one to say that something happened.
final class Event: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var happened = false

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Returns when `signal` was called, and is ready for the next one.
  func wait() {
    pthread_mutex_lock(mutex)
    while !happened { pthread_cond_wait(condition, mutex) }
    happened = false
    pthread_mutex_unlock(mutex)
  }

  func signal() {
    pthread_mutex_lock(mutex)
    happened = true
    pthread_mutex_unlock(mutex)
    // After the unlock, or the woken thread would only sleep again, at the mutex.
    pthread_cond_signal(condition)
  }
}
