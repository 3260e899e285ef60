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
