import Essentials
import LibC
import PrivateFiles

/// The file of a database.
///
/// Only its owner may read it, and other users must not be able to replace it.
struct DatabaseFile {
  let path: String

  /// Creates the file and its folders if they are missing.
  ///
  /// Otherwise, checks that the file is safe.
  ///
  /// SQLite would create the file with the mode of the umask, so it only gets paths of existing files.
  ///
  /// - Parameter isPrivate: Whether to refuse a folder that others may write to, because they could add a log.
  func prepare(isPrivate: Bool = false) throws(StorageFailure) {
    try makeFolders()
    if isPrivate { try refuseSharedFolder() }
    if try make() { return }
    var status = stat()
    // The file is not opened, because closing any descriptor of it drops this process's locks.
    guard lstat(path, &status) == 0 else { throw StorageFailure(errno: errno, path: path) }
    if let reason = Self.danger(in: status) { throw .unsafe(path: path, reason: reason) }
  }

  /// Copies the database to a file that is named after its version.
  ///
  /// `connection` makes the copy.
  ///
  /// This needs a separate connection: the one that holds the write lock cannot read at the same time.
  func backUp(version: Int) throws(StorageFailure) {
    let copy = "\(path).v\(version)"
    var file = try StorageFailure.using(copy) { () throws(Errno) in try AtomicFile.begin(for: copy) }
    try Connection(path: path).run("VACUUM INTO ?", Connection.name(of: file.path))
    try StorageFailure.using(copy) { () throws(Errno) in try file.takePlace(replacing: true) }
  }

  /// Creates the file.
  ///
  /// Returns false if a file already exists.
  private func make() throws(StorageFailure) -> Bool {
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      if errno == EEXIST { return false }
      throw StorageFailure(errno: errno, path: path)
    }
    defer { close(file) }
    // A umask such as 0777 removes even the owner's permissions.
    guard fchmod(file, 0o600) == 0 else { throw StorageFailure(errno: errno, path: path) }
    return true
  }

  private func refuseSharedFolder() throws(StorageFailure) {
    let folder = Self.folder(of: path)
    var status = stat()
    guard stat(folder, &status) == 0 else { throw StorageFailure(errno: errno, path: folder) }
    if status.st_mode & 0o022 != 0 {
      throw .unsafe(path: folder, reason: "other users may write to it")
    }
  }

  func makeFolders() throws(StorageFailure) {
    var missing: [String] = []
    var folder = Self.folder(of: path)
    while access(folder, F_OK) != 0, errno == ENOENT {
      missing.append(folder)
      folder = Self.folder(of: folder)
    }
    for folder in missing.reversed() {
      do throws(Errno) {
        _ = try Descriptor.makeFolder(folder)
      } catch {
        if error != .exists { throw StorageFailure(errno: error.code, path: folder) }
      }
    }
  }

  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// - Parameter toRoot: Whether root asks, who may use every user's files.
  static func danger(in status: stat, toRoot isRoot: Bool = false) -> String? {
    if status.st_mode & S_IFMT == S_IFLNK { return StateError.symbolicLink.english }
    if status.st_mode & S_IFMT != S_IFREG { return "it is not a regular file" }
    if status.st_uid != geteuid(), !isRoot { return "it belongs to another user" }
    if status.st_mode & 0o077 != 0 { return "others may read or change it" }
    if status.st_nlink != 1 { return "it has a second name (a hard link)" }
    return nil
  }
}
