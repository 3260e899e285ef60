package import Essentials
package import LibC

/// An open folder with files that only the user may access.
///
/// Files are opened through its descriptor, so nobody can exchange the folder between a check and its use.
package struct PrivateFolder: ~Copyable {
  package let path: String
  private let descriptor: Descriptor
  /// Opens the folder.
  ///
  /// Returns nil if it does not exist.
  ///
  /// A symbolic link to a folder is followed, because people keep their dotfiles elsewhere. The folder itself must
  /// belong to the user, and nobody else may be able to add files to it. A person who can exchange the folder from
  /// above cannot make the other one belong to the user.
  package static func open(_ path: String) throws(StateError) -> PrivateFolder? {
    let descriptor = try StateError.reading(path) { () throws(Errno) in
      try Descriptor.existing(path, O_RDONLY | O_DIRECTORY)
    }
    guard let descriptor else { return nil }
    _ = try descriptor.safeStatus(\.objectionToFolder, path)
    return PrivateFolder(path: path, descriptor: descriptor)
  }

  /// Opens the file called `name` for reading, or returns nil if there is none.
  package func file(_ name: String) throws(StateError) -> OpenedFile? {
    let path = path(of: name)
    let file = try StateError.reading(path) { () throws(Errno) in
      try Descriptor.existing(name, in: descriptor.raw, O_RDONLY | O_NOFOLLOW)
    }
    guard let file else { return nil }
    let status = try file.safeStatus(\.objectionToFile, path)
    return OpenedFile(path: path, descriptor: file, status: status)
  }

  /// Returns the content of the file called `name`, or nil if there is none.
  package func read(_ name: String, limit: Int) throws(StateError) -> Data? {
    try file(name)?.content(limit: limit)
  }

  /// Opens the file called `name` for locking.
  ///
  /// It is created if it is missing.
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

  /// The ending of a temporary file's name.
  package static let temporarySuffix = ".tmp"

  /// Replaces the content of the file called `name`, durably and atomically.
  ///
  /// The caller must hold the lock.
  ///
  /// Its temporary name is always the same, so readers find it at once.
  ///
  /// - Returns: The file, or nil if it cannot be kept open.
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

  /// Opens the existing lock called `name`.
  func openLock(_ name: String) throws(Errno) -> Descriptor {
    try Descriptor(name, in: descriptor.raw, O_RDWR | O_NOFOLLOW)
  }

  package func contains(_ name: String) -> Bool {
    faccessat(descriptor.raw, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0
  }

  package func isLink(_ name: String) -> Bool {
    status(of: name).map { $0.st_mode & S_IFMT == S_IFLNK } ?? false
  }

  /// Returns the status of this name without following a link, or nil if there is no file.
  package func status(of name: String) -> stat? {
    var status = stat()
    return fstatat(descriptor.raw, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// The names in the folder.
  ///
  /// Empty if it cannot be listed.
  package var names: [String] { descriptor.names }

  /// Removes the temporary file of an interrupted writer of `name`.
  ///
  /// The caller must hold the lock.
  package func removeTemporary(of name: String) {
    remove(name + Self.temporarySuffix)
  }

  /// Returns whether a writer of the file called `name` is active or was interrupted.
  package func containsTemporary(of name: String) -> Bool {
    contains(name + Self.temporarySuffix)
  }

  /// Removes the file called `name` if possible.
  ///
  /// A temporary file that stays makes the next `replace` fail.
  package func remove(_ name: String) {
    unlinkat(descriptor.raw, name, 0)
  }

  /// Removes the file called `name`, durably.
  ///
  /// A missing file is no error. The caller must hold the lock.
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
  /// Opens the folder.
  ///
  /// If it is missing, it and its parents are created, accessible only to the user.
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
    do throws(Errno) {
      _ = try Descriptor.makeFolder(path)
    } catch .exists {
      return  // another process was faster
    }
    // The new name must survive a power failure too. Without read permission, the parent cannot be synced.
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
  /// Returns the status of an open file, or throws if it is not safe.
  func safeStatus(_ objection: KeyPath<stat, Text?>, _ path: String) throws(StateError) -> stat {
    let status = try StateError.reading(path) { () throws(Errno) in try self.status() }
    if let objection = status[keyPath: objection] { throw .unsafe(path: path, reason: objection) }
    return status
  }
}
