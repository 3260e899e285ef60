import LibC
import Synchronization

/// Runs an actor's jobs one by one on a thread of its own, which may block and lives only while there are jobs.
final class BlockingExecutor: SerialExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var hasThread = false
  }

  private let state = Mutex(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      defer { state.hasThread = true }
      return !state.hasThread
    }
    // Where the system gives no more threads, a job that blocks this one is better than one that never runs.
    if needsThread, DetachedThread.start(takesSignals: false, { self.run() }) != 0 { run() }
  }

  private func run() {
    while let job = next() { job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  private func next() -> UnownedJob? {
    state.withLock { state in
      if state.jobs.isEmpty {
        state.hasThread = false
        return nil
      }
      return state.jobs.removeFirst()
    }
  }
}
