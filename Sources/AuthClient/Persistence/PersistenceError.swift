/// The reason why a saved session cannot be used.
///
/// The saved session stays as it is. The error contains nothing of it. Reasons are texts for users, in English.
public enum PersistenceError: Error, Equatable, Sendable {
  /// The file exists, but this process may not read it.
  case unreadable(path: String, reason: String)
  /// Other users can read or change the file, or it is not a regular file of the user's own.
  ///
  /// A symbolic link, a hard link and a folder are not regular files. The library does not correct the permissions,
  /// because others may already have read or changed the file.
  case unsafe(path: String, reason: String)
  /// The file is not a session of this library, or it is damaged.
  ///
  /// The library never overwrites it. Move or delete it.
  case corrupt(path: String, reason: String)
  /// A newer version of this library wrote the file, in the format with this number.
  ///
  /// The library never overwrites it.
  case newer(path: String, format: Int)
  /// The file cannot be written, because of permissions, a read-only file system or a file in place of a folder.
  case notWritable(path: String, reason: String)
  /// The disk is full, or the user's quota is used up.
  case diskFull(path: String)
  /// Another process held the lock longer than the lock timeout.
  case busy(path: String)
  /// Any other error of the system, for example a damaged disk.
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
  /// A sentence for a log.
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
