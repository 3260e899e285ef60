/// A transaction that waits for its turn.
class Job: @unchecked Sendable {
  let writes: Bool
  /// The signal that the thread's turn to lead has come, or that the result is ready.
  let event = Event()

  init(writes: Bool) {
    self.writes = writes
  }

  /// Does the work.
  ///
  /// It may be called again after it or another job failed and everything was rolled back.
  func run(in transaction: Transaction) throws(StorageFailure) {}

  func fail(_ failure: StorageFailure) {}

  var isSettled: Bool { false }
}
