import LibC

/// Runs an actor's jobs one by one on a thread of its own, which may block and lives only while there are jobs.
final class BlockingExecutor: SerialExecutor {
  private let threads = JobThreads(limit: 1)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    _ = threads.add { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
