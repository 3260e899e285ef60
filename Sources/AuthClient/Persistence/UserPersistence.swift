public import Essentials

/// Keeps the signed-in user between runs of a program.
///
/// What is kept is a secret: it holds the refresh token, with which anybody is signed in as the user. The calls may
/// block; they are made one at a time, on the auth client's own thread and while it is made. Whatever they throw reaches
/// the caller as ``AuthErrorCode/persistenceError``, with it as ``AuthError/underlyingError``.
public protocol UserPersistence: Sendable {
  /// What was saved last; nil where nothing is kept.
  func load() throws -> Data?

  /// Keeps `session` in the place of what was kept before, whole or not at all.
  func save(_ session: Data) throws

  /// Forgets what is kept; nothing kept is no error.
  func delete() throws

  /// Replaces what is kept by what `change` makes of it; nil forgets it. What `change` throws leaves it as it is.
  ///
  /// Where several programs share what is kept, nothing else may change it meanwhile. By default ``load()`` and then
  /// ``save(_:)`` or ``delete()``, which is enough for one program.
  func update(_ change: (Data?) throws -> Data?) throws

  /// Runs `renewal`, which asks the service for new tokens, and reads and updates what is kept.
  ///
  /// Where several programs share what is kept, only one at a time may run it, so that one of them renews an expired
  /// token and the others find the new one. By default it just runs, which is enough for one program.
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
