import CSystem
import Essentials
import LibC

/// A file that is written completely or not at all, accessible only to the user, and durably.
///
/// The new file is written next to its target, and replaces it when it is complete. Until then, it has a name that no
/// other program uses, and the writer holds a lock on it. The kernel releases the lock when the process ends. A file
/// without a lock is left over from a writer that was killed. It is removed when the next writer starts in the same
/// folder.
package struct AtomicFile: ~Copyable {
  /// The current path: first next to the target, then the target.
  package private(set) var path: String
  /// The final path.
  package let target: String
  package let descriptor: Descriptor
  private let place: Place
  /// The current name in the folder of `place`.
  private var name: String
  private var isKept = false

  /// The mark between the target's name and the random characters of a temporary name.
  private static let mark = ".usher-part-"
  private static let suffixLength = 6

  /// Creates an empty file with mode 0600, whatever the umask is.
  ///
  /// - Parameters:
  ///   - target: A path, or a name in `folder`.
  ///   - folder: An open folder. It must stay open as long as this value.
  ///   - temporaryName: The temporary name in `folder`, if a lock keeps other writers away. A leftover file with this
  ///     name is found without a search, and is replaced.
  ///   - model: The file or folder whose owner the new file gets if root writes for another user.
  package static func begin(
    for target: String, in folder: Int32 = AT_FDCWD, temporaryName: String? = nil,
    ownedLike model: String? = nil
  ) throws(Errno) -> AtomicFile {
    let place = Place(of: target, in: folder)
    var name = temporaryName.map { place.name(of: $0) } ?? place.target
    let file =
      try temporaryName == nil
      ? make(beside: &name, in: place.folder) : remake(name, in: place.folder)
    let begun = AtomicFile(name: name, target: target, descriptor: file, place)
    try begun.descriptor.restoreOwnerAccess()
    var status = stat()
    if let model, geteuid() == 0, stat(model, &status) == 0 {
      _ = try Errno.check { fchown(begun.descriptor.raw, status.st_uid, status.st_gid) }
    }
    return begun
  }

  /// Opens or creates a file at `path` that can become `target` later, even after this process has ended.
  ///
  /// It stays when this value ends. The caller locks it, and checks that it is safe.
  package static func openResumable(
    _ path: String, for target: String, creating: Bool
  ) throws(Errno) -> AtomicFile {
    let place = Place(of: target, in: AT_FDCWD)
    let name = place.name(of: path)
    let file = try Descriptor(name, in: place.folder, creating ? new : O_WRONLY | O_NOFOLLOW)
    if creating { try file.restoreOwnerAccess() }
    var opened = AtomicFile(name: name, target: target, descriptor: file, place)
    opened.isKept = true
    return opened
  }

  /// The folder of a file and its final name there.
  private struct Place: ~Copyable {
    /// The open folder, which nobody can exchange meanwhile. If the user cannot read it, the names are paths.
    let folder: Int32
    private let opened: Descriptor?
    let target: String
    /// What paths have before the name.
    let path: String

    init(of target: String, in folder: Int32) {
      let slash = target.utf8.lastIndex(of: UInt8(ascii: "/"))
      let path = slash.map { String(target[...$0]) } ?? ""
      do throws(Errno) {
        guard folder == AT_FDCWD, path != target else { throw .noEntry }
        let opened = try Descriptor(path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY)
        (self.folder, self.path) = (opened.raw, path)
        self.opened = consume opened
        self.target = String(decoding: target.utf8.dropFirst(path.utf8.count), as: UTF8.self)
      } catch {
        (self.folder, self.path, self.target) = (folder, "", target)
        opened = nil
      }
    }

    func name(of path: String) -> String {
      String(decoding: path.utf8.dropFirst(self.path.utf8.count), as: UTF8.self)
    }
  }

  private init(name: String, target: String, descriptor: consuming Descriptor, _ place: consuming Place) {
    (self.name, self.target, path) = (name, target, place.path + name)
    self.descriptor = descriptor
    self.place = place
  }

  deinit {
    if !isKept { unlinkat(place.folder, name, 0) }
  }

  /// Removes the file at its current path.
  package func remove() {
    unlinkat(place.folder, name, 0)
  }

  /// Removes the file whose name is that of the target with `ending`, also if another folder has the path by now.
  package func removeNeighbour(_ ending: String) {
    unlinkat(place.folder, place.target + ending, 0)
  }

  /// Moves the file to its target, durably.
  ///
  /// - Parameter replacing: Whether to replace an existing file.
  package mutating func takePlace(replacing: Bool) throws(Errno) {
    try descriptor.sync()
    if replacing {
      _ = try Errno.check { renameat(place.folder, name, place.folder, place.target) }
    } else {
      try takeFreePlace()
    }
    (path, name, isKept) = (target, place.target, true)
    // Without read permission for the folder, it cannot be synced.
    if place.folder != AT_FDCWD { try Descriptor.syncNames(in: place.folder) }
  }

  private func takeFreePlace() throws(Errno) {
    do throws(Errno) {
      _ = try Errno.check { csystem_rename_to_new(place.folder, name, place.target) }
    } catch {
      // Some file systems do not support this. Some of these, for example on memory sticks, do not support links
      // either.
      guard [EINVAL, ENOSYS, ENOTSUP].contains(error.code) else { throw error }
      do throws(Errno) {
        _ = try Errno.check { linkat(place.folder, name, place.folder, place.target, 0) }
        unlinkat(place.folder, name, 0)
      } catch {
        guard [EPERM, EOPNOTSUPP].contains(error.code) else { throw error }
        _ = try Descriptor(place.target, in: place.folder, Self.new)
        _ = try Errno.check { renameat(place.folder, name, place.folder, place.target) }
      }
    }
  }

  private static let new = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW

  private static func remake(_ path: String, in folder: Int32) throws(Errno) -> Descriptor {
    unlinkat(folder, path, 0)
    return try Descriptor(path, in: folder, new)
  }

  /// Creates a file next to `place`, and returns its path in `place`.
  private static func make(beside place: inout String, in folder: Int32) throws(Errno) -> Descriptor {
    let target = place
    sweep(PrivateFolder.parent(of: target), in: folder)
    while true {
      let characters = "abcdefghijklmnopqrstuvwxyz0123456789"
      let suffix = String((0..<suffixLength).compactMap { _ in characters.randomElement() })
      place = target + mark + suffix
      do throws(Errno) {
        let file = try Descriptor(place, in: folder, new)
        // Another writer may have removed the file before it was locked.
        if try hold(file), try file.status().st_nlink > 0 { return file }
      } catch .exists {
        continue
      }
    }
  }

  /// Locks the file as long as it is open.
  ///
  /// Returns false if another process has locked it.
  private static func hold(_ file: borrowing Descriptor) throws(Errno) -> Bool {
    do throws(Errno) {
      _ = try Errno.check { csystem_hold(file.raw) }
      return true
    } catch {
      switch error.code {
      case EAGAIN, EACCES: return false
      // Some file systems do not support locks. Leftover files stay there.
      default: return true
      }
    }
  }

  /// Removes the files of killed writers in the folder.
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
