/// A transaction that waits for its turn.
class Job: @unchecked Sendable {
  let writes: Bool
  /// The owner's wait for its turn to lead, or for the result.
  let event = Event()

  init(writes: Bool) {
    self.writes = writes
  }

  /// Does the work. May be called again after it or a neighbour failed and everything was undone.
  func run(in transaction: Transaction) throws(StorageFailure) {}

  func fail(_ failure: StorageFailure) {}

  var isSettled: Bool { false }
}
