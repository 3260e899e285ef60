package import Essentials
import LibC

/// An open file of a `PrivateFolder`.
///
/// While it is open, it cannot be confused with another file.
package struct OpenedFile: ~Copyable {
  let path: String
  let descriptor: Descriptor
  /// The status when it was opened or last written to.
  let status: stat

  /// Reads the whole content once.
  package func content(limit: Int) throws(StateError) -> Data {
    let data = try StateError.reading(path) { () throws(Errno) in try descriptor.read(limit: limit) }
    guard data.count <= limit else { throw .corrupt(path: path, reason: "it is larger than \(limit) bytes") }
    return data
  }

  /// Returns whether the file called `name` in `folder` is this one and has not changed.
  package func isUnchanged(as name: String, in folder: borrowing PrivateFolder) -> Bool {
    guard let named = folder.status(of: name) else { return false }
    return named.st_dev == status.st_dev && named.st_ino == status.st_ino && named.st_size == status.st_size
      && named.changeTime == status.changeTime
  }
}

extension stat {
  /// The last change of content, mode or names, in seconds and nanoseconds.
  fileprivate var changeTime: [Int] {
    #if canImport(Darwin)
      [st_ctimespec.tv_sec, st_ctimespec.tv_nsec]
    #else
      [st_ctim.tv_sec, st_ctim.tv_nsec]
    #endif
  }
}
