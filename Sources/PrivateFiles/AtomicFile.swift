import CSystem
import Essentials
import LibC

/// The one way in which a file gets new content: whole or not at all, for the user alone, and durably.
///
/// It is written beside the place that it is for, and takes that place when it is whole. Until then it has a name that
/// no other program makes, and its writer holds a lock on it, which the kernel ends with the process. One that nobody
/// holds is left of a writer who was killed: it goes when the next is begun in that folder.
package struct AtomicFile: ~Copyable {
  /// Where it is now: beside its place, then there.
  package private(set) var path: String
  /// Its place.
  package let target: String
  package let descriptor: Descriptor
  /// The open folder that has both names; else they are paths.
  private let folder: Int32
  private var isPlaced = false

  /// What its name has between that of its place and some characters that make it no other's.
  private static let mark = ".usher-part-"
  private static let suffixLength = 6

  /// Makes it, empty and with mode 0600 whatever the umask.
  ///
  /// - Parameters:
  ///   - target: A path, or a name in `folder`.
  ///   - folder: An open folder, to stay open as long as this.
  ///   - temporaryName: Its name in `folder` until it is whole, where a lock keeps other writers away. What an
  ///     interrupted one left there is found without a search, and makes room.
  ///   - model: The file or folder whose owner it gets, where root writes for another user.
  package static func begin(
    for target: String, in folder: Int32 = AT_FDCWD, temporaryName: String? = nil,
    ownedLike model: String? = nil
  ) throws(Errno) -> AtomicFile {
    var path = temporaryName ?? target
    let file =
      try temporaryName == nil
      ? make(beside: &path, in: folder) : remake(path, in: folder)
    let begun = AtomicFile(path: path, target: target, descriptor: file, folder: folder)
    try begun.descriptor.restoreOwnerAccess()
    var status = stat()
    if let model, geteuid() == 0, stat(model, &status) == 0 {
      _ = try Errno.check { fchown(begun.descriptor.raw, status.st_uid, status.st_gid) }
    }
    return begun
  }

  private init(path: String, target: String, descriptor: consuming Descriptor, folder: Int32) {
    self.path = path
    self.target = target
    self.descriptor = descriptor
    self.folder = folder
  }

  deinit {
    if !isPlaced { unlinkat(folder, path, 0) }
  }

  /// Removes the file, wherever it is.
  package func remove() {
    unlinkat(folder, path, 0)
  }

  /// Gives the file its place, durably.
  ///
  /// - Parameter replacing: whether another file may stand there, which it then replaces.
  package mutating func takePlace(replacing: Bool) throws(Errno) {
    try descriptor.sync()
    if replacing {
      _ = try Errno.check { renameat(folder, path, folder, target) }
    } else {
      try takeFreePlace()
    }
    (path, isPlaced) = (target, true)
    guard folder == AT_FDCWD else { return try Descriptor.syncNames(in: folder) }
    // A folder that may not be read cannot be asked to.
    guard let parent = try? Descriptor(PrivateFolder.parent(of: target), O_RDONLY | O_DIRECTORY)
    else { return }
    try Descriptor.syncNames(in: parent.raw)
  }

  private func takeFreePlace() throws(Errno) {
    do throws(Errno) {
      _ = try Errno.check { csystem_rename_to_new(folder, path, target) }
    } catch {
      // File systems that cannot promise that; and some, of a memory stick say, have no links either.
      guard [EINVAL, ENOSYS, ENOTSUP].contains(error.code) else { throw error }
      do throws(Errno) {
        _ = try Errno.check { linkat(folder, path, folder, target, 0) }
        unlinkat(folder, path, 0)
      } catch {
        guard [EPERM, EOPNOTSUPP].contains(error.code) else { throw error }
        _ = try Descriptor(target, in: folder, Self.new)
        _ = try Errno.check { renameat(folder, path, folder, target) }
      }
    }
  }

  private static let new = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW

  private static func remake(_ path: String, in folder: Int32) throws(Errno) -> Descriptor {
    unlinkat(folder, path, 0)
    return try Descriptor(path, in: folder, new)
  }

  /// Makes a file beside `place`, and says where.
  private static func make(beside place: inout String, in folder: Int32) throws(Errno) -> Descriptor {
    let target = place
    sweep(PrivateFolder.parent(of: target), in: folder)
    while true {
      let characters = "abcdefghijklmnopqrstuvwxyz0123456789"
      let suffix = String((0..<suffixLength).compactMap { _ in characters.randomElement() })
      place = target + mark + suffix
      do throws(Errno) {
        let file = try Descriptor(place, in: folder, new)
        // Whoever sweeps may have seen it before it was locked: then it is gone, or about to be.
        if try hold(file), try file.status().st_nlink > 0 { return file }
      } catch .exists {
        continue
      }
    }
  }

  /// Locks the file for as long as it is open; false where another has it locked.
  private static func hold(_ file: borrowing Descriptor) throws(Errno) -> Bool {
    do throws(Errno) {
      _ = try Errno.check { csystem_hold(file.raw) }
      return true
    } catch {
      switch error.code {
      case EAGAIN, EACCES: return false
      // There are file systems without locks. What is left there stays.
      default: return true
      }
    }
  }

  /// Removes what killed writers left in the folder.
  private static func sweep(_ path: String, in start: Int32) {
    guard let folder = try? Descriptor(path, in: start, O_RDONLY | O_DIRECTORY) else { return }
    for name in folder.names where isUnfinished(name) {
      guard let file = try? Descriptor(name, in: folder.raw, O_RDWR | O_NOFOLLOW),
        let status = try? file.status(), status.st_mode & S_IFMT == S_IFREG, csystem_hold(file.raw) == 0
      else { continue }
      unlinkat(folder.raw, name, 0)
    }
  }

  private static func isUnfinished(_ name: String) -> Bool {
    let end = name.utf8.suffix(mark.utf8.count + suffixLength)
    return end.starts(with: mark.utf8) && end.count == mark.utf8.count + suffixLength
  }
}
