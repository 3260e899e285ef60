import CSQLite
import LibC
import PrivateFiles

/// A database could not be used; nothing was changed.
package enum StorageFailure: Error, Equatable, Sendable {
  case diskFull(path: String)
  /// Permissions, a read-only file system, a missing folder.
  case notWritable(path: String, reason: String)
  /// Other people can read or change the file; it is not used.
  case unsafe(path: String, reason: String)
  /// Not a database of this project, or a damaged one.
  case corrupt(path: String, reason: String)
  /// Made by a build before the first release, whose format is not read.
  case earlier(path: String)
  /// Made by a newer version of this project.
  case newer(path: String, version: Int)
  /// Other processes kept it locked for the whole wait.
  case busy(path: String)
  case failed(path: String, reason: String)
}

extension StorageFailure {
  /// A value that nobody wrote stands in `column`.
  static func damaged(path: String, column: String) -> StorageFailure {
    .corrupt(path: path, reason: "a value in its column \(column) cannot be right")
  }
}

extension StorageFailure {
  /// What SQLite's result `code` means to the people who run this.
  init(_ code: Int32, path: String, handle: OpaquePointer?) {
    let reason = String(cString: handle.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
    let cause = handle.map { sqlite3_system_errno($0) } ?? 0
    self =
      switch code & 0xFF {
      case SQLITE_FULL: .diskFull(path: path)
      case SQLITE_IOERR where cause == ENOSPC || cause == EDQUOT: .diskFull(path: path)
      case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
        .notWritable(path: path, reason: cause == 0 ? reason : String(cString: strerror(cause)))
      // No statement holds foreign text, and everything is looked at before it is written. What SQLite then does
      // not understand, or finds in its place already, is a schema or an index that is not as we made it.
      case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG:
        .corrupt(path: path, reason: reason)
      case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy(path: path)
      default: .failed(path: path, reason: reason)
      }
  }

  /// Says what a failed system call means to who uses the file at `path`.
  static func using<Result: ~Copyable>(
    _ path: String, _ body: () throws(Errno) -> Result
  ) throws(StorageFailure) -> Result {
    do {
      return try body()
    } catch {
      throw StorageFailure(errno: error.code, path: path)
    }
  }

  /// What a failed system call on the file at `path` means.
  init(errno: Int32, path: String) {
    let reason = String(cString: strerror(errno))
    self =
      switch errno {
      case ENOSPC, EDQUOT: .diskFull(path: path)
      case ELOOP: .unsafe(path: path, reason: "it is a symbolic link")
      case EACCES, EPERM, EROFS, ENOENT, ENOTDIR: .notWritable(path: path, reason: reason)
      default: .failed(path: path, reason: reason)
      }
  }
}
