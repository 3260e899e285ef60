import CSystem
package import Essentials
package import LibC

/// An open file or folder, which is closed when the value ends.
package struct Descriptor: ~Copyable {
  package let raw: Int32

  /// Opens `name` in the open folder `folder`.
  ///
  /// If `flags` say so, a missing file is created with mode 0600.
  ///
  /// It does not wait for the other end of a FIFO, and child programs do not inherit it.
  package init(_ name: String, in folder: Int32 = AT_FDCWD, _ flags: Int32) throws(Errno) {
    let flags = flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    raw = try Errno.check { openat(folder, name, flags, 0o600) }
  }

  /// Creates the folder `name` in the open folder `folder`, accessible only to the user, and opens it.
  ///
  /// If another person exchanges it meanwhile, nothing else gets its mode.
  package static func makeFolder(_ name: String, in folder: Int32 = AT_FDCWD) throws(Errno) -> Descriptor {
    _ = try Errno.check { mkdirat(folder, name, 0o700) }
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
    let made: Descriptor
    do throws(Errno) {
      made = try Descriptor(name, in: folder, flags)
    } catch {
      // An unusual umask may have taken the user's permission to open it.
      guard error.code == EACCES else { throw error }
      _ = try Errno.check { csystem_open_up_folder(folder, name) }
      made = try Descriptor(name, in: folder, flags)
    }
    guard try made.status().st_uid == geteuid() else { throw .exists }
    try made.restoreOwnerAccess()
    return made
  }

  /// Duplicates the descriptor of `other`.
  init(copying other: borrowing Descriptor) throws(Errno) {
    raw = try Errno.check { fcntl(other.raw, F_DUPFD_CLOEXEC, 0) }
  }

  deinit {
    close(raw)
  }

  /// Does the same as `init`, but returns nil if there is no file.
  package static func existing(
    _ name: String, in folder: Int32 = AT_FDCWD, _ flags: Int32
  ) throws(Errno) -> Descriptor? {
    do {
      return try Descriptor(name, in: folder, flags)
    } catch {
      if error == .noEntry { return nil }
      throw error
    }
  }

  /// The names in this folder.
  ///
  /// Empty if it cannot be listed.
  package var names: [String] {
    // The listing needs its own descriptor, because it moves the read position.
    let copy = openat(raw, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return [] }
    guard let listing = fdopendir(copy) else {
      close(copy)
      return []
    }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names
  }

  /// Returns the status of the open file, even if its name now refers to another one.
  package func status() throws(Errno) -> stat {
    var status = stat()
    _ = try Errno.check { fstat(raw, &status) }
    return status
  }

  /// Restores permissions that an unusual umask took from the user.
  ///
  /// It never gives others access.
  package func restoreOwnerAccess() throws(Errno) {
    let mode = try status().st_mode
    let access: mode_t = mode & S_IFMT == S_IFDIR ? 0o700 : 0o600
    guard mode & access != access else { return }
    _ = try Errno.check { fchmod(raw, mode & 0o7777 | access) }
  }

  /// Reads to the end, but at most one byte more than `limit`.
  package func read(limit: Int) throws(Errno) -> Data {
    var data = Data()
    var block = [UInt8](repeating: 0, count: 64 * 1024)
    while data.count <= limit {
      let wanted = min(block.count, limit + 1 - data.count)
      let count = try Errno.check { LibC.read(raw, &block, wanted) }
      if count == 0 { break }
      data.append(contentsOf: block[..<count])
    }
    return data
  }

  package func write(_ data: Data) throws(Errno) {
    var rest = data[...]
    while !rest.isEmpty {
      let count = try Errno.check { rest.withUnsafeBytes { LibC.write(raw, $0.baseAddress, $0.count) } }
      rest = rest.dropFirst(count)
    }
  }

  package func sync() throws(Errno) {
    _ = try Errno.check { fsync(raw) }
  }

  /// Makes the names in an open folder durable.
  ///
  /// Some file systems do not support this.
  static func syncNames(in folder: Int32) throws(Errno) {
    do throws(Errno) {
      _ = try Errno.check { fsync(folder) }
    } catch {
      guard [EINVAL, ENOSYS, ENOTSUP].contains(error.code) else { throw error }
    }
  }
}
