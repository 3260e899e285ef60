import Synchronization

/// A queue that runs the transactions of many threads in groups, with one commit and one sync for each group.
///
/// The first thread becomes the leader: it runs all waiting transactions, commits, delivers the results, and passes the
/// lead to a thread that came meanwhile. A single thread leads a group of one and does not wait.
final class GroupCommit: Sendable {
  private struct Queue {
    var waiting: [Job] = []
    var isLed = false
  }

  private let queue = Mutex(Queue())
  private let commit: @Sendable ([Job]) -> Void

  /// - Parameter commit: Runs the jobs and settles each of them. Only one thread at a time calls it.
  init(commit: @escaping @Sendable ([Job]) -> Void) {
    self.commit = commit
  }

  /// Runs `job`, and returns when it is settled.
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
