/// A transaction that is open; the tables are extensions of it.
///
/// An operation checks first and writes last: a `ServerError` ends it but undoes nothing.
struct Transaction {
  let connection: Connection
  let afterwards: Afterwards

  /// Has `action` done once what was written is on disk; not at all where that fails.
  func afterCommit(_ action: @escaping @Sendable () -> Void) {
    afterwards.actions.append(action)
  }
}

/// What is to be done after a commit, by the thread that asked for the transaction.
final class Afterwards {
  fileprivate(set) var actions: [@Sendable () -> Void] = []
}
