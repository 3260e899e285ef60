import CSQLite
import Essentials
import LibC
import PrivateFiles

/// An error that made a database unusable.
///
/// Nothing was changed.
package enum StorageFailure: Error, Equatable, Sendable {
  case diskFull(path: String)
  /// Missing permissions, a read-only file system, or a missing folder.
  case notWritable(path: String, reason: String)
  /// Other users can read or change the file, so it is not used.
  case unsafe(path: String, reason: String)
  /// The file is damaged or is not a database of this project.
  case corrupt(path: String, reason: String)
  /// A build before the first release created the file, and its format is not supported.
  case earlier(path: String)
  /// A newer version of this project created the file.
  case newer(path: String, version: Int)
  /// Other processes kept it locked during the whole wait.
  case busy(path: String)
  case failed(path: String, reason: String)

  /// Returns the error for a value in `column` that this program never writes.
  static func damaged(path: String, column: String) -> StorageFailure {
    .corrupt(path: path, reason: "a value in its column \(column) cannot be right")
  }
}

extension StorageFailure {
  /// Creates the error for SQLite's result `code`.
  init(_ code: Int32, path: String, handle: OpaquePointer?) {
    let reason = String(cString: handle.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
    let cause = handle.map { sqlite3_system_errno($0) } ?? 0
    self =
      switch code & 0xFF {
      case SQLITE_FULL: .diskFull(path: path)
      case SQLITE_IOERR where cause == ENOSPC || cause == EDQUOT: .diskFull(path: path)
      case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
        .notWritable(path: path, reason: cause == 0 ? reason : String(cString: strerror(cause)))
      // No statement contains foreign text, and every value is checked before it is written. If SQLite still reports
      // such an error, the schema or an index is not the one that we created.
      case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG:
        .corrupt(path: path, reason: reason)
      case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy(path: path)
      default: .failed(path: path, reason: reason)
      }
  }

  /// Runs `body`, and turns a failed system call into an error about the file at `path`.
  static func using<Result: ~Copyable>(
    _ path: String, _ body: () throws(Errno) -> Result
  ) throws(StorageFailure) -> Result {
    do {
      return try body()
    } catch {
      throw StorageFailure(errno: error.code, path: path)
    }
  }

  /// Creates the error for a failed system call on the file at `path`.
  init(errno: Int32, path: String) {
    let reason = String(cString: strerror(errno))
    self =
      switch errno {
      case ENOSPC, EDQUOT: .diskFull(path: path)
      case ELOOP: .unsafe(path: path, reason: StateError.symbolicLink.english)
      case EACCES, EPERM, EROFS, ENOENT, ENOTDIR: .notWritable(path: path, reason: reason)
      default: .failed(path: path, reason: reason)
      }
  }
}
