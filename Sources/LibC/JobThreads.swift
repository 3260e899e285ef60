private import Synchronization

/// Threads for jobs that block, so that the pool of tasks never does.
///
/// There are as many as are needed, up to a limit, and each ends when no job is left. Jobs begin in the order in which they
/// came.
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

  /// - Parameters:
  ///   - limit: Of jobs at a time.
  ///   - mostWaiting: More than so many jobs do not wait.
  package init(limit: Int, mostWaiting: Int = .max) {
    self.limit = limit
    self.mostWaiting = mostWaiting
  }

  /// Has a thread call `run` when its turn comes.
  /// - Parameter giveUp: Called in its place where the system has no thread to give, and none runs. Nil has the caller's own
  ///   thread do what waits: a job that blocks it is better than one that never runs.
  /// - Returns: False where too many wait; nothing is called then.
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

  /// The next job; nil where the thread ends.
  private func next() -> Job? {
    state.withLock { state in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.running -= 1
      return nil
    }
  }

  /// Others that run take what waits.
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
