import LibC
import PrivateFiles

/// A database's file, or a log's, while it is written.
struct PartialFile: ~Copyable {
  private var file: UnfinishedFile
  private let target: String

  /// Where it is now.
  var path: String { file.path }

  /// Makes it, for the owner alone.
  ///
  /// - Parameter model: the file or folder whose owner it gets, where root writes for another user.
  init(for target: String, ownedLike model: String? = nil) throws {
    try DatabaseFile(path: target).refuseForeignFolder(of: model)
    file = try Self.begun(for: target, ownedLike: model)
    self.target = target
  }

  /// Takes the bytes of the file at `source`.
  func fill(from source: String) throws {
    let other = open(source, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard other >= 0 else { throw StorageFailure(errno: errno, path: source) }
    defer { close(other) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(other, &bytes, bytes.count)
      guard count >= 0 else { throw StorageFailure(errno: errno, path: source) }
      if count == 0 { return }
      var rest = bytes[..<count]
      while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(file.descriptor.raw, $0.baseAddress, $0.count) }
        guard written > 0 else { throw StorageFailure(errno: errno, path: target) }
        rest.removeFirst(written)
      }
    }
  }

  /// Gives the file its place, durably; how many bytes it has.
  ///
  /// - Parameter replacing: Whether another file may stand there, which it then replaces.
  @discardableResult
  mutating func finish(replacing: Bool) throws -> Int {
    do throws(Errno) {
      let size = try file.descriptor.status().st_size
      try file.takePlace(replacing: replacing)
      return Int(size)
    } catch .exists {
      throw CopyFailure.exists(path: target)
    } catch {
      throw StorageFailure(errno: error.code, path: target)
    }
  }

  private static func begun(
    for target: String, ownedLike model: String?
  ) throws(StorageFailure) -> UnfinishedFile {
    do throws(Errno) {
      let file = try UnfinishedFile(for: target)
      try give(file.descriptor.raw, toOwnerOf: model)
      return file
    } catch {
      throw StorageFailure(errno: error.code, path: target)
    }
  }

  private static func give(_ file: Int32, toOwnerOf model: String?) throws(Errno) {
    var status = stat()
    guard let model, geteuid() == 0, stat(model, &status) == 0 else { return }
    _ = try Errno.check { fchown(file, status.st_uid, status.st_gid) }
  }
}
