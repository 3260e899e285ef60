import CSystem
import LibC

/// A file being written beside the place that it is for, which it takes when it is whole.
///
/// Its name is one for each place, and locked: what was left by who was killed is found and used again.
struct PartialFile: ~Copyable {
  /// Where it is now.
  let path: String
  private let target: String
  private let descriptor: Int32
  private var isPlaced = false

  init(for target: String) throws {
    self.target = target
    path = target + ".part"
    descriptor = try Self.lockedFile(at: path, for: target)
  }

  deinit {
    // Once it has its place, the name may be another writer's.
    if !isPlaced { unlink(path) }
    close(descriptor)
  }

  /// Gives the file its place, durably; how many bytes it has.
  ///
  /// - Parameter replacing: Whether another file may stand there, which it then replaces.
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
    // Without a moment in which it has two names: who is killed then would leave a file that is refused.
    if csystem_rename_to_new(path, target) == 0 { return }
    // A file system that cannot do that: the name is taken first.
    guard [EINVAL, ENOSYS, ENOTSUP].contains(errno) else { throw failure() }
    let place = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard place >= 0 else { throw failure() }
    close(place)
    guard rename(path, target) == 0 else { throw failure() }
  }

  private func failure() -> any Error { Self.failure(for: target) }

  private static func failure(for target: String) -> any Error {
    errno == EEXIST ? CopyFailure.exists(path: target) : StorageFailure(errno: errno, path: target)
  }

  /// A new file for the owner alone.
  private static func lockedFile(at path: String, for target: String) throws -> Int32 {
    while true {
      var file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      let isNew = file >= 0
      if !isNew {
        guard errno == EEXIST else { throw failure(for: target) }
        file = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        if file < 0, errno == ENOENT { continue }
        guard file >= 0 else { throw StorageFailure(errno: errno, path: path) }
      }
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
        close(file)
        throw StorageFailure.busy(path: path)
      }
      // While it was being locked, its writer may have given it its place, or another have removed it.
      guard isNamed(path, file) else {
        close(file)
        continue
      }
      // A umask like 0777 removes even the owner's rights.
      if isNew, fchmod(file, 0o600) == 0 { return file }
      unlink(path)
      close(file)
    }
  }

  private static func isNamed(_ path: String, _ file: Int32) -> Bool {
    var (named, opened) = (stat(), stat())
    return lstat(path, &named) == 0 && fstat(file, &opened) == 0 && named.st_dev == opened.st_dev
      && named.st_ino == opened.st_ino
  }
}
