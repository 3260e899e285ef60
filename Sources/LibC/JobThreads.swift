private import Synchronization

/// Threads for blocking jobs, so that these do not block Swift's cooperative threads.
///
/// It starts as many threads as needed, up to a limit. A thread ends when no job is left. Jobs begin in the order in
/// which they were added.
package final class JobThreads: Sendable {
  private final class Job: Sendable {
    let run: @Sendable () -> Void
    let giveUp: (@Sendable () -> Void)?

    init(_ run: @escaping @Sendable () -> Void, _ giveUp: (@Sendable () -> Void)?) {
      self.run = run
      self.giveUp = giveUp
    }
  }

  private struct State {
    var waiting: [Job] = []
    var running = 0
  }

  private let limit: Int
  private let mostWaiting: Int
  private let state = Mutex(State())

  /// Creates a pool without threads.
  /// - Parameters:
  ///   - limit: The maximum number of jobs that run at a time.
  ///   - mostWaiting: The maximum number of waiting jobs.
  package init(limit: Int, mostWaiting: Int = .max) {
    self.limit = limit
    self.mostWaiting = mostWaiting
  }

  /// Adds a job that a thread runs when its turn comes.
  /// - Parameter giveUp: Called instead of `run` if the system cannot start a thread and none runs. With nil, the
  ///   caller's thread runs the waiting jobs: to block it is better than never to run them.
  /// - Returns: False if too many jobs are waiting. Then nothing is called.
  package func add(
    _ run: @escaping @Sendable () -> Void, orElse giveUp: (@Sendable () -> Void)? = nil
  ) -> Bool {
    let needsThread: Bool? = state.withLock { state in
      guard state.waiting.count < mostWaiting else { return nil }
      state.waiting.append(Job(run, giveUp))
      guard state.running < limit else { return false }
      state.running += 1
      return true
    }
    guard let needsThread else { return false }
    if needsThread, DetachedThread.start(takesSignals: false, work) != 0 {
      if giveUp == nil { work() } else { endWithoutThread() }
    }
    return true
  }

  private func work() {
    while let job = next() { job.run() }
  }

  /// Returns the next job; nil if the thread must end.
  private func next() -> Job? {
    state.withLock { state in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.running -= 1
      return nil
    }
  }

  /// Gives up the waiting jobs, unless another thread runs and takes them.
  private func endWithoutThread() {
    let lost: [Job] = state.withLock { state in
      state.running -= 1
      guard state.running == 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for job in lost { job.giveUp?() }
  }
}
