import LibC

extension DatabaseFile {
  /// Whether a log next to the file has changes that the file does not have.
  var hasLog: Bool {
    ["-wal", "-journal"].contains { suffix in
      var status = stat()
      return lstat(path + suffix, &status) == 0 && status.st_size > 0
    }
  }

  /// Returns a name with this ending that no file and no log has.
  func freeName(_ end: String) -> String {
    var name = "\(path).\(end)"
    var number = 1
    var status = stat()
    while ["", "-wal", "-journal"].contains(where: { lstat(name + $0, &status) == 0 }) {
      number += 1
      name = "\(path).\(end)-\(number)"
    }
    return name
  }

  /// Whether another process has the database open.
  var isInUse: Bool { lock != nil }

  /// The process that has the database open.
  ///
  /// Nil if no process has it open, or if the process is not visible, for example in another container.
  var user: Int32? {
    guard let lock, lock.l_pid > 0 else { return nil }
    return lock.l_pid
  }

  /// Throws if another process has the database open for longer than a command needs.
  func refuseUsed() throws(CopyFailure) {
    for _ in 0..<300 {
      guard isInUse else { return }
      usleep(10_000)
    }
    if isInUse { throw .inUse(path: path, process: user) }
  }

  /// Throws if the file is missing, or if other users have access to it.
  ///
  /// Root may use every user's file.
  func refuseUnsafe() throws {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { throw CopyFailure.missing(path: path) }
      throw StorageFailure(errno: errno, path: path)
    }
    if let reason = Self.danger(in: status, toRoot: geteuid() == 0) {
      throw StorageFailure.unsafe(path: path, reason: reason)
    }
  }

  /// Throws if other users could replace the file in this folder.
  ///
  /// - Parameter model: A file whose owner is allowed, because this user will own the new file.
  func refuseForeignFolder(of model: String?) throws {
    let folder = Self.folder(of: path)
    var status = stat()
    guard stat(folder, &status) == 0 else { throw StorageFailure(errno: errno, path: path) }
    // In a folder such as /tmp, users cannot rename the files of others.
    if status.st_mode & 0o022 != 0, status.st_mode & S_ISVTX == 0 {
      throw CopyFailure.unsafeFolder(path: folder, reason: "other users may write to it")
    }
    var owners = [0, geteuid()]
    var other = stat()
    if let model, stat(model, &other) == 0 { owners.append(other.st_uid) }
    guard owners.contains(status.st_uid) else {
      throw CopyFailure.unsafeFolder(path: folder, reason: "it belongs to another user")
    }
  }

  /// Whether the disk has space for some more pages.
  ///
  /// If this is unknown, the answer is yes.
  var hasRoom: Bool {
    var disk = statvfs()
    guard statvfs(Self.folder(of: path), &disk) == 0 else { return true }
    return UInt64(disk.f_bavail) * UInt64(disk.f_frsize) >= 1 << 16
  }

  var isOnReadOnlyDisk: Bool { access(Self.folder(of: path), W_OK) != 0 && errno == EROFS }

  /// The lock that a connection of another process holds on the file.
  ///
  /// Every connection that has read from a database with a log has one. Do not use this while this process has a
  /// connection: closing the file drops its locks.
  private var lock: flock? {
    let file = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    // This is SQLite's own place for locks, "the lock-byte page" of its file format.
    lock.l_start = 0x4000_0000
    lock.l_len = 512
    guard fcntl(file, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
    return lock
  }
}
