package import PrivateFiles

/// The saved state, with the rights of this run.
package struct StateStore: Sendable {
  package let file: StateFile
  /// False with `--no-store`: the state is read, and never written.
  package let isKept: Bool

  package init(file: StateFile, isKept: Bool) {
    self.file = file
    self.isKept = isKept
  }

  /// Returns the current state. It is empty if this run saves nothing and the folder cannot exist.
  package func read() throws(StateError) -> SavedState {
    do {
      return try file.read()
    } catch .notWritable where !isKept {
      return SavedState()
    }
  }

  /// Changes the state; nil if this run saves nothing.
  @discardableResult
  package func update<Result>(_ change: (inout SavedState) -> Result) throws(StateError) -> Result? {
    guard isKept else { return nil }
    return try file.update(change)
  }

  /// Changes the state; nil if this run saves nothing. If `change` throws, the state stays as it is.
  @discardableResult
  package func update<Result>(_ change: (inout SavedState) throws -> Result) throws -> Result? {
    guard isKept else { return nil }
    return try file.update(change)
  }

  /// Runs `body` while no other process renews this session.
  func locked<Result>(_ session: SessionKey, _ body: () throws -> Result) throws -> Result {
    isKept ? try file.lock(of: session).hold(body) : try body()
  }

  /// Runs `body` while no other process sends to the same recipient, so that two processes send one message.
  func locked<Result>(
    sendingTo recipient: String, in binding: Binding, _ body: () throws -> Result
  ) throws -> Result {
    // No session has such a name, because names contain no spaces.
    try locked(binding.session("to " + recipient), body)
  }
}
