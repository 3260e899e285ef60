/// A reason why a database was not copied and nothing was changed.
///
/// Errors that affect any use of a database are not included.
package enum CopyFailure: Error, Equatable, Sendable {
  /// There is no file to copy.
  case missing(path: String)
  /// A file with the copy's name already exists.
  case exists(path: String)
  /// There is a log next to the place of the copy, and SQLite would use it for the copy.
  case hasLog(path: String)
  /// The database there belongs to another program.
  case foreign(path: String)
  /// Other users could access files in this folder.
  case unsafeFolder(path: String, reason: String)
  /// The log has committed data, and SQLite does not read a log on a read-only disk.
  case logOnReadOnlyDisk(path: String)
  /// Another process has the database open.
  ///
  /// The process is given if the system reports it.
  case inUse(path: String, process: Int32?)
  /// The caller does not wait any more.
  case notWanted
}
