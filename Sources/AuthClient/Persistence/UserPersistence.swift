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
}
