import CSystem
import LibC

/// A file being written beside the place that it is for, which it takes when it is whole.
///
/// Its name is no other file's, so nothing is touched that it did not make; what a writer leaves who is killed is in
/// nobody's way.
struct PartialFile: ~Copyable {
  /// Where it is now.
  let path: String
  private let target: String
  private let descriptor: Int32
  private var isPlaced = false

  /// Makes it, for the owner alone.
  ///
  /// - Parameter model: the file or folder whose owner it gets, where root writes for another user.
  init(for target: String, ownedLike model: String? = nil) throws {
    try DatabaseFile(path: target).refuseForeignFolder(of: model)
    var name = Array((target + ".part-XXXXXX").utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { throw StorageFailure(errno: errno, path: target) }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    // A umask like 0777 removes even the owner's rights.
    guard fchmod(file, 0o600) == 0, Self.give(file, toOwnerOf: model) else {
      let failure = StorageFailure(errno: errno, path: target)
      unlink(name)
      close(file)
      throw failure
    }
    self.target = target
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    descriptor = file
  }

  deinit {
    if !isPlaced { unlink(path) }
    close(descriptor)
  }

  /// Takes the bytes of the file at `source`.
  func fill(from source: String) throws {
    let file = open(source, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw StorageFailure(errno: errno, path: source) }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(file, &bytes, bytes.count)
      guard count >= 0 else { throw StorageFailure(errno: errno, path: source) }
      if count == 0 { return }
      var rest = bytes[..<count]
      while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard written > 0 else { throw failure() }
        rest.removeFirst(written)
      }
    }
  }

  /// Gives the file its place, durably; how many bytes it has.
  ///
  /// - Parameter replacing: Whether another file may stand there, which it then replaces.
  @discardableResult
  mutating func finish(replacing: Bool) throws -> Int {
    var status = stat()
    guard fsync(descriptor) == 0, fstat(descriptor, &status) == 0 else { throw failure() }
    if replacing {
      guard rename(path, target) == 0 else { throw failure() }
    } else {
      try takeFreePlace()
    }
    isPlaced = true
    let folder = open(DatabaseFile.folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // A folder that may not be read cannot be asked to.
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
    return Int(status.st_size)
  }

  private func takeFreePlace() throws {
    if csystem_rename_to_new(path, target) == 0 { return }
    // A file system that cannot do that. Who is killed in between leaves it with two names, but whole.
    guard [EINVAL, ENOSYS, ENOTSUP].contains(errno), link(path, target) == 0 else { throw failure() }
    unlink(path)
  }

  private func failure() -> any Error {
    errno == EEXIST ? CopyFailure.exists(path: target) : StorageFailure(errno: errno, path: target)
  }

  private static func give(_ file: Int32, toOwnerOf model: String?) -> Bool {
    var status = stat()
    guard let model, geteuid() == 0, stat(model, &status) == 0 else { return true }
    return fchown(file, status.st_uid, status.st_gid) == 0
  }
}
