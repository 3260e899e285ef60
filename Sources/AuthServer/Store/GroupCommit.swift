import HTTP
import IdentityToolkit
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

/// A transaction that waits for its turn.
class Job: @unchecked Sendable {
  let writes: Bool
  fileprivate let event = Event()

  init(writes: Bool) {
    self.writes = writes
  }

  /// Does the work. May be called again after it or a neighbour failed and everything was undone.
  func run(in transaction: Transaction) throws(StorageFailure) {}

  func fail(_ failure: StorageFailure) {}

  var isSettled: Bool { false }
}

/// A job and what came out of it.
final class Work<Value: Sendable>: Job, @unchecked Sendable {
  private let body: @Sendable (Transaction) throws -> Value
  private(set) var result: Result<Value, any Error>?

  init(writes: Bool, _ body: @escaping @Sendable (Transaction) throws -> Value) {
    self.body = body
    super.init(writes: writes)
  }

  override func run(in transaction: Transaction) throws(StorageFailure) {
    result = Result { try body(transaction) }
    // Only the database undoes what was written: a refusal keeps it, a counted wrong try above all.
    if case .failure(let failure as StorageFailure) = result { throw failure }
  }

  override func fail(_ failure: StorageFailure) {
    result = .failure(failure)
  }

  override var isSettled: Bool { result != nil }
}
