package import Essentials
import LibC

/// An error that made stored data unusable.
///
/// The data is unchanged.
package enum StateError: Error, Equatable, Sendable {
  /// The file exists, but this user may not read it.
  case unreadable(path: String, reason: String)
  /// Other users can read or change the file, or it is not a regular file.
  ///
  /// It is not used.
  case unsafe(path: String, reason: Text)
  /// The file is damaged or is not a file of this project.
  ///
  /// It is never overwritten.
  case corrupt(path: String, reason: Text)
  /// A newer version of this project wrote the file.
  ///
  /// It is never overwritten.
  case newer(path: String, version: Int)
  /// Missing permissions, a read-only file system, or a file in place of a folder.
  case notWritable(path: String, reason: String)
  case diskFull(path: String)
  /// Another process held the lock during the whole wait.
  case busy(path: String)
  case failed(path: String, reason: String)

  /// The reason why a symbolic link is unsafe: whoever can write to its target decides what is read.
  package static let symbolicLink: Text = "it is a symbolic link"

  package var path: String {
    switch self {
    case .unreadable(let path, _), .unsafe(let path, _), .corrupt(let path, _), .newer(let path, _),
      .notWritable(let path, _), .diskFull(let path), .busy(let path), .failed(let path, _):
      path
    }
  }
}

extension StateError {
  /// Runs `body`, and turns a failed system call into an error about reading `path`.
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

  /// Runs `body`, and turns a failed system call into an error about writing `path`.
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
    case ELOOP: self = .unsafe(path: path, reason: Self.symbolicLink)
    case ENXIO, EISDIR: self = .unsafe(path: path, reason: "it is not a regular file")
    case EACCES, EPERM, EROFS, ENOENT, ENOTDIR, EEXIST, ENAMETOOLONG:
      self = .notWritable(path: path, reason: error.reason)
    default: self = .failed(path: path, reason: error.reason)
    }
  }
}
