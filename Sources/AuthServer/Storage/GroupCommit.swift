import Synchronization

/// Runs the transactions of many threads in groups, one commit, and so one sync to disk, for each group.
///
/// The first thread to come leads: it runs whatever waits, commits, hands out the results, and passes the
/// lead to a thread that came meanwhile. A thread alone leads a group of one and waits for nobody.
final class GroupCommit: Sendable {
  private struct Queue {
    var waiting: [Job] = []
    var isLed = false
  }

  private let queue = Mutex(Queue())
  private let commit: @Sendable ([Job]) -> Void

  /// - Parameter commit: runs the jobs and settles each; called by one thread at a time.
  init(commit: @escaping @Sendable ([Job]) -> Void) {
    self.commit = commit
  }

  /// Returns when `job` is settled.
  func run(_ job: Job) {
    let leads = queue.withLock { queue in
      queue.waiting.append(job)
      defer { queue.isLed = true }
      return !queue.isLed
    }
    if !leads {
      job.event.wait()
      if job.isSettled { return }
    }
    let group = queue.withLock { queue in
      defer { queue.waiting = [] }
      return queue.waiting
    }
    commit(group)
    let next = queue.withLock { queue in
      queue.isLed = !queue.waiting.isEmpty
      return queue.waiting.first
    }
    next?.event.signal()
    for settled in group where settled !== job { settled.event.signal() }
  }
}
