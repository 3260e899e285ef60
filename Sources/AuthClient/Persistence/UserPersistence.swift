public import Essentials

/// Keeps the signed-in user between runs of a program.
///
/// The content is opaque. Calls may block; they run on the auth client's own thread.
public protocol UserPersistence: Sendable {
  func load() throws -> Data?
  func save(_ session: Data) throws
  func delete() throws
}
