/// A transaction that is open; the tables are extensions of it.
///
/// An operation checks first and writes last: a `ServerError` ends it but undoes nothing.
struct Transaction {
  let connection: Connection
  let commitActions: CommitActions

  /// Runs `body`; what it wrote is undone where it ends with an error of `type`.
  func undoing<Value, Failure: Error>(_ type: Failure.Type, _ body: () throws -> Value) throws -> Value {
    let actions = commitActions.actions.count
    try connection.run("SAVEPOINT attempt")
    let result = Result { try body() }
    if case .failure(let error) = result, error is Failure {
      try connection.run("ROLLBACK TO attempt")
      commitActions.actions.removeSubrange(actions...)
    }
    try connection.run("RELEASE attempt")
    return try result.get()
  }

  /// Has `action` done once what was written is on disk; not at all where that fails.
  func afterCommit(_ action: @escaping @Sendable () -> Void) {
    commitActions.actions.append(action)
  }
}

/// What is to be done after a commit, by the thread that asked for the transaction.
final class CommitActions {
  fileprivate(set) var actions: [@Sendable () -> Void] = []
}
