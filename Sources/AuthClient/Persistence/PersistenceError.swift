/// A saved session could not be used; what was there is as it was.
///
/// No case holds anything of the session. Reasons are for people, in English.
public enum PersistenceError: Error, Equatable, Sendable {
  /// There, but this process may not read it.
  case unreadable(path: String, reason: String)
  /// Other users can read or change it, or it is no regular file of one's own (a symbolic link, a hard link, a
  /// folder). It is refused rather than repaired, as others may have read or changed it already.
  case unsafe(path: String, reason: String)
  /// Not a session of this library, or a damaged one. It is never overwritten: move or remove it.
  case corrupt(path: String, reason: String)
  /// Written by a newer version of this library, in the format with that number. It is never overwritten.
  case newer(path: String, format: Int)
  /// Permissions, a read-only file system, or a file where a folder is needed.
  case notWritable(path: String, reason: String)
  /// The disk, or the user's share of it, is full.
  case diskFull(path: String)
  /// Another process held the lock for the whole time that was to be waited.
  case busy(path: String)
  /// Anything else that the system reports, such as a fault of the disk.
  case failed(path: String, reason: String)

  /// The file or folder that the error is about.
  public var path: String {
    switch self {
    case .unreadable(let path, _), .unsafe(let path, _), .corrupt(let path, _), .newer(let path, _),
      .notWritable(let path, _), .diskFull(let path), .busy(let path), .failed(let path, _):
      path
    }
  }
}

extension PersistenceError: CustomStringConvertible {
  /// One sentence for a log.
  public var description: String {
    switch self {
    case .unreadable(_, let reason): "\(path) cannot be read: \(reason)"
    case .unsafe(_, let reason): "\(path) is not safe to use: \(reason)"
    case .corrupt(_, let reason): "\(path) is not a saved session: \(reason)"
    case .newer(_, let format): "\(path) was written by a newer version (format \(format))"
    case .notWritable(_, let reason): "\(path) cannot be written: \(reason)"
    case .diskFull: "\(path) cannot be written: the disk is full"
    case .busy: "\(path) is held by another process"
    case .failed(_, let reason): "\(path) failed: \(reason)"
    }
  }
}
