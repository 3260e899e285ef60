/// An open transaction.
///
/// Extensions add the tables.
///
/// An operation checks first and writes last: a `ServerError` ends it but does not roll it back.
struct Transaction {
  let connection: Connection
  let commitActions: CommitActions

  /// Runs `body`.
  ///
  /// If it throws an error of `type`, its changes are rolled back.
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

  /// Runs `action` when the changes are on disk.
  ///
  /// If the transaction fails, it does not run.
  func afterCommit(_ action: @escaping @Sendable () -> Void) {
    commitActions.actions.append(action)
  }
}

/// The actions to run after a commit, on the thread that asked for the transaction.
final class CommitActions {
  fileprivate(set) var actions: [@Sendable () -> Void] = []
}
