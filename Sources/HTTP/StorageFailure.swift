/// A server could not use its database, so it has no answer: nothing was changed.
package enum StorageFailure: Error, Equatable, Sendable {
  case diskFull(path: String)
  /// Permissions, a read-only file system, a missing folder.
  case notWritable(path: String, reason: String)
  /// Other people can read or change the file; it is not used.
  case unsafe(path: String, reason: String)
  /// Not a database of this project, or a damaged one.
  case corrupt(path: String, reason: String)
  /// Made by a newer version of this project.
  case newer(path: String, version: Int)
  /// Other processes kept it locked for the whole wait.
  case busy(path: String)
  case failed(path: String, reason: String)
}
