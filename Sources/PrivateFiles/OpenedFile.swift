package import Essentials
import LibC

/// A file of a `PrivateFolder`, open to be read. No other file can be taken for it as long as it is.
package struct OpenedFile: ~Copyable {
  private let path: String
  private let descriptor: Descriptor
  private let status: stat

  /// - Throws: `StateError.unsafe` where others can get at it.
  init(path: String, _ descriptor: consuming Descriptor) throws(StateError) {
    self.path = path
    status = try descriptor.safeStatus(\.objectionToFile, path)
    self.descriptor = descriptor
  }

  /// All that is in it, read once.
  package func content(limit: Int) throws(StateError) -> Data {
    let data = try StateError.reading(path) { () throws(Errno) in try descriptor.read(limit: limit) }
    guard data.count <= limit else { throw .corrupt(path: path, reason: "it is larger than \(limit) bytes") }
    return data
  }

  /// Whether what has the name `name` in `folder` is this file, as it was when it was opened.
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
