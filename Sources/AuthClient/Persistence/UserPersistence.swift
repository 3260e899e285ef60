public import Essentials

/// A store that keeps the signed-in user between runs of a program.
///
/// The data is a secret. It contains the refresh token, and anyone who has it can act as the user.
///
/// The calls may block. The client makes them one at a time, on its own thread, and while it is created. Any error
/// reaches the caller as ``AuthErrorCode/persistenceError``, with that error as ``AuthError/underlyingError``.
public protocol UserPersistence: Sendable {
  /// Returns the session that was saved last; nil if there is none.
  func load() throws -> Data?

  /// Replaces the saved session with `session`, completely or not at all.
  func save(_ session: Data) throws

  /// Deletes the saved session. It is no error if there is none.
  func delete() throws

  /// Replaces the saved session with the result of `change`; nil deletes it.
  ///
  /// If `change` throws, the saved session stays. If several programs share the store, nothing else may change the
  /// session during the call. The default calls ``load()`` and then ``save(_:)`` or ``delete()``, which is enough for
  /// one program.
  func update(_ change: (Data?) throws -> Data?) throws

  /// Runs `renewal`, which requests new tokens and updates the saved session.
  ///
  /// If several programs share the store, only one may run it at a time. Then one program renews an expired token, and
  /// the others find the new one. The default just runs it, which is enough for one program.
  func whileRenewing(_ renewal: () throws -> Void) throws
}

extension UserPersistence {
  public func update(_ change: (Data?) throws -> Data?) throws {
    let before = try load()
    switch try change(before) {
    case let after? where after != before: try save(after)
    case nil where before != nil: try delete()
    default: break
    }
  }

  public func whileRenewing(_ renewal: () throws -> Void) throws { try renewal() }
}
