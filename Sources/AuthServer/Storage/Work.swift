final class Work<Value: Sendable>: Job, @unchecked Sendable {
  private let body: @Sendable (Transaction) throws -> Value
  private(set) var result: Result<Value, any Error>?
  private var afterwards: [@Sendable () -> Void] = []

  init(writes: Bool, _ body: @escaping @Sendable (Transaction) throws -> Value) {
    self.body = body
    super.init(writes: writes)
  }

  override func run(in transaction: Transaction) throws(StorageFailure) {
    let transaction = Transaction(connection: transaction.connection, commitActions: CommitActions())
    result = Result { try body(transaction) }
    afterwards = transaction.commitActions.actions
    // Only database errors roll back. A refusal keeps its changes, above all a counted wrong try.
    if case .failure(let failure as StorageFailure) = result { throw failure }
  }

  override func fail(_ failure: StorageFailure) {
    result = .failure(failure)
    afterwards = []
  }

  /// Runs the actions that wait for the commit.
  func finish() {
    for action in afterwards { action() }
  }

  override var isSettled: Bool { result != nil }
}
