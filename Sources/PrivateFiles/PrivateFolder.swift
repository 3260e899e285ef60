package import Essentials
package import LibC

/// A folder with files of the user's alone, open: what is in it is reached through this descriptor, so that nothing
/// can be exchanged between a check and the use.
package struct PrivateFolder: ~Copyable {
  package let path: String
  private let descriptor: Descriptor
  /// Nil where there is no such folder.
  ///
  /// A symbolic link to a folder is followed, as people keep their dotfiles elsewhere. What counts is that
  /// the folder itself belongs to the user and that no one else can put files into it: whoever could
  /// exchange it from above could not make the other one the user's own.
  package static func open(_ path: String) throws(StateError) -> PrivateFolder? {
    let descriptor = try StateError.reading(path) { () throws(Errno) in
      try Descriptor.existing(path, O_RDONLY | O_DIRECTORY)
    }
    guard let descriptor else { return nil }
    _ = try descriptor.safeStatus(\.objectionToFolder, path)
    return PrivateFolder(path: path, descriptor: descriptor)
  }

  /// Opens the file called `name` to read it; nil where there is none.
  package func file(_ name: String) throws(StateError) -> OpenedFile? {
    let path = path(of: name)
    let file = try StateError.reading(path) { () throws(Errno) in
      try Descriptor.existing(name, in: descriptor.raw, O_RDONLY | O_NOFOLLOW)
    }
    guard let file else { return nil }
    let status = try file.safeStatus(\.objectionToFile, path)
    return OpenedFile(path: path, descriptor: file, status: status)
  }

  /// The content of the file called `name`; nil where there is none.
  package func read(_ name: String, limit: Int) throws(StateError) -> Data? {
    try file(name)?.content(limit: limit)
  }

  /// Opens the file called `name` to be locked, made if it is missing.
  package func lockFile(_ name: String) throws(StateError) -> Descriptor {
    let path = path(of: name)
    let file = try StateError.writing(path) { () throws(Errno) in
      let file = try Descriptor(name, in: descriptor.raw, O_RDWR | O_CREAT | O_NOFOLLOW)
      try file.restoreOwnerAccess()
      return file
    }
    _ = try file.safeStatus(\.objectionToFile, path)
    return file
  }

  /// What the name of a file ends in while it is written.
  package static let temporarySuffix = ".tmp"

  /// Gives the file called `name` new content, durably and in one piece. For the holder of the lock.
  ///
  /// Its temporary name is always the same, so that readers see it at once.
  ///
  /// - Returns: The file; nil where it cannot be kept open.
  @discardableResult
  package func replace(_ name: String, with data: Data) throws(StateError) -> OpenedFile? {
    let path = path(of: name)
    return try StateError.writing(path) { () throws(Errno) in
      var file = try AtomicFile.begin(
        for: name, in: descriptor.raw, temporaryName: name + Self.temporarySuffix)
      try file.descriptor.write(data)
      try file.takePlace(replacing: true)
      guard let copy = try? Descriptor(copying: file.descriptor), let status = try? copy.status()
      else { return nil }
      return OpenedFile(path: path, descriptor: copy, status: status)
    }
  }

  /// Opens the lock called `name`, which is there already.
  func openLock(_ name: String) throws(Errno) -> Descriptor {
    try Descriptor(name, in: descriptor.raw, O_RDWR | O_NOFOLLOW)
  }

  package func contains(_ name: String) -> Bool {
    faccessat(descriptor.raw, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0
  }

  package func isLink(_ name: String) -> Bool {
    status(of: name).map { $0.st_mode & S_IFMT == S_IFLNK } ?? false
  }

  /// What has that name, a link not followed; nil where nothing has.
  package func status(of name: String) -> stat? {
    var status = stat()
    return fstatat(descriptor.raw, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// The names of all that is in the folder; empty where it may not be listed.
  package var names: [String] { descriptor.names }

  /// Removes what an interrupted writer of the file called `name` left. For the holder of the lock.
  package func removeTemporary(of name: String) {
    remove(name + Self.temporarySuffix)
  }

  /// Whether a writer of the file called `name` is at work, or was interrupted.
  package func containsTemporary(of name: String) -> Bool {
    contains(name + Self.temporarySuffix)
  }

  /// Removes the file called `name`, if it can be; a temporary one that cannot be fails the next `replace`.
  package func remove(_ name: String) {
    unlinkat(descriptor.raw, name, 0)
  }

  /// Removes the file called `name`, durably; nothing happens where there is none. For the holder of the lock.
  package func delete(_ name: String) throws(StateError) {
    try StateError.writing(path(of: name)) { () throws(Errno) in
      do throws(Errno) {
        _ = try Errno.check { unlinkat(descriptor.raw, name, 0) }
      } catch .noEntry {
        return
      }
      try Descriptor.syncNames(in: descriptor.raw)
    }
  }

  private func path(of name: String) -> String {
    path + "/" + name
  }
}

extension PrivateFolder {
  /// Opens the folder; one that is missing is made, like those above it, for the user alone.
  package static func make(_ path: String) throws(StateError) -> PrivateFolder {
    if let folder = try open(path) { return folder }
    try StateError.writing(path) { () throws(Errno) in try makeFolder(path) }
    guard let folder = try open(path) else {
      throw .notWritable(path: path, reason: Errno.noEntry.reason)
    }
    return folder
  }

  private static func makeFolder(_ path: String) throws(Errno) {
    let parent = parent(of: path)
    if parent != path, faccessat(AT_FDCWD, parent, F_OK, 0) != 0, errno == ENOENT { try makeFolder(parent) }
    do {
      _ = try Errno.check { mkdir(path, 0o700) }
    } catch {
      if error == .exists { return }  // another process was quicker
      throw error
    }
    // As with files: an unusual umask may have taken the user's own access.
    _ = try Errno.check { chmod(path, 0o700) }
    // The new name has to outlast a power cut too; a parent that may not be read cannot be asked to.
    try? Descriptor(parent, O_RDONLY | O_DIRECTORY).sync()
  }

  static func parent(of path: String) -> String {
    var parts = path[...]
    while parts.last == "/" { parts.removeLast() }
    while let last = parts.last, last != "/" { parts.removeLast() }
    return parts.isEmpty ? "." : String(parts)
  }
}

extension Descriptor {
  /// What is open, refused where there is an objection to it.
  func safeStatus(_ objection: KeyPath<stat, String?>, _ path: String) throws(StateError) -> stat {
    let status = try StateError.reading(path) { () throws(Errno) in try self.status() }
    if let objection = status[keyPath: objection] { throw .unsafe(path: path, reason: objection) }
    return status
  }
}
