import CSQLite
import HTTP
import LibC

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
      // Every statement is a literal, and everything is looked at before it is written. What SQLite then does
      // not understand, or finds in its place already, is a schema or an index that is not as we made it.
      case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG:
        .corrupt(path: path, reason: reason)
      case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy(path: path)
      default: .failed(path: path, reason: reason)
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
