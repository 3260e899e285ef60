import LibC

/// Runs an actor's jobs one after the other on its own thread. The jobs may block, and the thread ends when there are
/// no more jobs.
final class BlockingExecutor: SerialExecutor {
  private let threads = JobThreads(limit: 1)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    _ = threads.add { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
