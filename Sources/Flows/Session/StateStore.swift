package import PrivateFiles

/// The saved state as this run may use it.
package struct StateStore: Sendable {
  package let file: StateFile
  /// False with `--no-store`: the state is read, and nothing is ever written.
  package let isKept: Bool

  package init(file: StateFile, isKept: Bool) {
    self.file = file
    self.isKept = isKept
  }

  /// The state as it is now; empty where nothing is to be kept and the place could not hold any.
  package func read() throws(StateError) -> SavedState {
    do {
      return try file.read()
    } catch .notWritable where !isKept {
      return SavedState()
    }
  }

  /// Changes the state; nil where nothing is kept.
  @discardableResult
  package func update<Result>(_ change: (inout SavedState) -> Result) throws(StateError) -> Result? {
    guard isKept else { return nil }
    return try file.update(change)
  }

  /// As above; what `change` throws leaves everything as it was.
  @discardableResult
  package func update<Result>(_ change: (inout SavedState) throws -> Result) throws -> Result? {
    guard isKept else { return nil }
    return try file.update(change)
  }

  /// Runs `body` while no other process renews this session.
  func locked<Result>(_ session: SessionKey, _ body: () throws -> Result) throws -> Result {
    isKept ? try file.lock(of: session).hold(body) : try body()
  }

  /// Runs `body` while no other process sends there: two that send to the same recipient send one message.
  func locked<Result>(
    sendingTo recipient: String, in binding: Binding, _ body: () throws -> Result
  ) throws -> Result {
    // No session is called so: names hold no spaces.
    try locked(binding.session("to " + recipient), body)
  }
}
