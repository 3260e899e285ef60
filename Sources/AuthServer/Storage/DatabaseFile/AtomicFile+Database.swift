import Essentials
import LibC
import PrivateFiles

/// A database's file, or a log's, while it is written.
extension AtomicFile {
  /// Makes it, where nobody else could put another file in its place.
  static func ofDatabase(at target: String, ownedLike model: String? = nil) throws -> AtomicFile {
    try DatabaseFile(path: target).refuseForeignFolder(of: model)
    return try StorageFailure.using(target) { () throws(Errno) in
      try AtomicFile.begin(for: target, ownedLike: model)
    }
  }

  /// Takes the bytes of the file at `source`.
  func fill(from source: String) throws(StorageFailure) {
    let other = try StorageFailure.using(source) { () throws(Errno) in
      try Descriptor(source, O_RDONLY | O_NOFOLLOW)
    }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = try StorageFailure.using(source) { () throws(Errno) in
        try Errno.check { read(other.raw, &bytes, bytes.count) }
      }
      if count == 0 { return }
      try StorageFailure.using(target) { () throws(Errno) in
        try descriptor.write(Data(bytes[..<count]))
      }
    }
  }

  /// Gives the file its place, durably; how many bytes it has.
  ///
  /// - Parameter replacing: Whether another file may stand there, which it then replaces.
  @discardableResult
  mutating func finish(replacing: Bool) throws -> Int {
    do throws(Errno) {
      let size = try descriptor.status().st_size
      try takePlace(replacing: replacing)
      return Int(size)
    } catch .exists {
      throw CopyFailure.exists(path: target)
    } catch {
      throw StorageFailure(errno: error.code, path: target)
    }
  }
}
