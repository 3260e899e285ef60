package import Essentials
import LibC

/// A file of a `PrivateFolder` that is open. No other file can be taken for it as long as it is.
package struct OpenedFile: ~Copyable {
  let path: String
  let descriptor: Descriptor
  /// As it was when it was opened, or last written to.
  let status: stat

  /// All that is in it, read once.
  package func content(limit: Int) throws(StateError) -> Data {
    let data = try StateError.reading(path) { () throws(Errno) in try descriptor.read(limit: limit) }
    guard data.count <= limit else { throw .corrupt(path: path, reason: "it is larger than \(limit) bytes") }
    return data
  }

  /// Whether what has the name `name` in `folder` is this file, and nobody has written to it since.
  package func isUnchanged(as name: String, in folder: borrowing PrivateFolder) -> Bool {
    guard let named = folder.status(of: name) else { return false }
    return named.st_dev == status.st_dev && named.st_ino == status.st_ino && named.st_size == status.st_size
      && named.changeTime == status.changeTime
  }
}

extension stat {
  /// When content, mode or names changed last, in seconds and nanoseconds.
  fileprivate var changeTime: [Int] {
    #if canImport(Darwin)
      [st_ctimespec.tv_sec, st_ctimespec.tv_nsec]
    #else
      [st_ctim.tv_sec, st_ctim.tv_nsec]
    #endif
  }
}
