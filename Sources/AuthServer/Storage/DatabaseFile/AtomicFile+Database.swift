import Essentials
import LibC
import PrivateFiles

/// These write the file of a database or of a log.
extension AtomicFile {
  /// Creates the file, in a place where nobody else can replace it.
  static func ofDatabase(at target: String, ownedLike model: String? = nil) throws -> AtomicFile {
    try DatabaseFile(path: target).refuseForeignFolder(of: model)
    return try StorageFailure.using(target) { () throws(Errno) in
      try AtomicFile.begin(for: target, ownedLike: model)
    }
  }

  /// Copies the bytes of the file at `source`.
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

  /// Moves the file to its place, durably.
  ///
  /// Returns its size in bytes.
  ///
  /// - Parameter replacing: Whether to replace an existing file.
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
