package import Essentials
package import LibC

/// An open file or folder, closed when the value ends.
package struct Descriptor: ~Copyable {
  package let raw: Int32

  /// Opens `name` in the open folder `folder`, making it with mode 0600 where `flags` say so.
  ///
  /// It does not wait for a FIFO's other end, and child programs do not get it.
  package init(_ name: String, in folder: Int32 = AT_FDCWD, _ flags: Int32) throws(Errno) {
    let flags = flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    raw = try Errno.check { openat(folder, name, flags, 0o600) }
  }

  /// Another descriptor of what `other` has open.
  init(copying other: borrowing Descriptor) throws(Errno) {
    raw = try Errno.check { fcntl(other.raw, F_DUPFD_CLOEXEC, 0) }
  }

  deinit {
    close(raw)
  }

  /// As `init`, nil where there is nothing.
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

  /// The names of all that is in this folder; empty where it may not be listed.
  package var names: [String] {
    // Of its own, as a listing moves the place where its descriptor reads.
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

  /// What is open, whatever its name leads to by now.
  package func status() throws(Errno) -> stat {
    var status = stat()
    _ = try Errno.check { fstat(raw, &status) }
    return status
  }

  /// Gives back what an unusual umask took from the user at creation; it never lets anyone else in.
  package func restoreOwnerAccess() throws(Errno) {
    let mode = try status().st_mode
    guard mode & 0o600 != 0o600 else { return }
    _ = try Errno.check { fchmod(raw, mode & 0o7777 | 0o600) }
  }

  /// Reads to the end, but not more than one byte past `limit`.
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

  /// Has the names in an open folder last, too. There are file systems whose folders cannot be asked to.
  static func syncNames(in folder: Int32) throws(Errno) {
    do throws(Errno) {
      _ = try Errno.check { fsync(folder) }
    } catch {
      guard [EINVAL, ENOSYS, ENOTSUP].contains(error.code) else { throw error }
    }
  }
}
