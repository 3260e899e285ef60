import LibC

/// What is kept in files could not be used; what was there is as it was.
package enum StateError: Error, Equatable, Sendable {
  /// There, but this user may not read it.
  case unreadable(path: String, reason: String)
  /// Other people can read or change it, or it is not what it seems; it is not used.
  case unsafe(path: String, reason: String)
  /// Not a file of this project, or a damaged one. It is never overwritten.
  case corrupt(path: String, reason: String)
  /// Written by a newer version of this project. It is never overwritten.
  case newer(path: String, version: Int)
  /// Permissions, a read-only file system, a file where a folder is needed.
  case notWritable(path: String, reason: String)
  case diskFull(path: String)
  /// Another process kept the lock for the whole wait.
  case busy(path: String)
  case failed(path: String, reason: String)

  package var path: String {
    switch self {
    case .unreadable(let path, _), .unsafe(let path, _), .corrupt(let path, _), .newer(let path, _),
      .notWritable(let path, _), .diskFull(let path), .busy(let path), .failed(let path, _):
      path
    }
  }
}

extension StateError {
  /// Says what a failed system call means to a reader of `path`.
  static func reading<Result: ~Copyable>(
    _ path: String, _ body: () throws(Errno) -> Result
  ) throws(StateError) -> Result {
    do {
      return try body()
    } catch {
      switch error.code {
      case EACCES, EPERM: throw .unreadable(path: path, reason: error.reason)
      default: throw StateError(path, error)
      }
    }
  }

  /// Says what a failed system call means to a writer of `path`.
  static func writing<Result: ~Copyable>(
    _ path: String, _ body: () throws(Errno) -> Result
  ) throws(StateError) -> Result {
    do {
      return try body()
    } catch {
      throw StateError(path, error)
    }
  }

  private init(_ path: String, _ error: Errno) {
    switch error.code {
    case ENOSPC, EDQUOT: self = .diskFull(path: path)
    case ELOOP: self = .unsafe(path: path, reason: "it is a symbolic link")
    case ENXIO, EISDIR: self = .unsafe(path: path, reason: "it is not a regular file")
    case EACCES, EPERM, EROFS, ENOENT, ENOTDIR, EEXIST, ENAMETOOLONG:
      self = .notWritable(path: path, reason: error.reason)
    default: self = .failed(path: path, reason: error.reason)
    }
  }
}
