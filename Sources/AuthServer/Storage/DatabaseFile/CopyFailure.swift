/// Why a database was not copied, besides what keeps any database from being used; nothing was changed.
package enum CopyFailure: Error, Equatable, Sendable {
  /// No file is there to be copied.
  case missing(path: String)
  /// Something has the copy's name already.
  case exists(path: String)
  /// A log lies beside the place of the copy, which SQLite would take for the copy's own.
  case hasLog(path: String)
  /// The database there is another program's.
  case foreign(path: String)
  /// Others could get at what is written in this folder.
  case unsafeFolder(path: String, reason: String)
  /// Some of what is committed stands in a log, which SQLite does not read on a disk that may only be read.
  case logOnReadOnlyDisk(path: String)
  /// Another process has the database open: which, where the system says so.
  case inUse(path: String, process: Int32?)
  /// Nobody waits for it any more.
  case notWanted
}
