public import Essentials
import PrivateFiles

/// Keeps the signed-in user in a file of the program's user, which nobody else can read.
///
/// The file is created with mode 0600, and missing folders with 0700, whatever the umask. It is replaced in one piece
/// and is on the disk when `save` returns: a process that is killed, or a disk that is full, leaves the earlier
/// session. Several processes may use one file; each `save`, `delete` or `update` holds the lock beside it (`NAME.lock`).
///
/// Names that end in `.lock` or `.tmp` are refused, as files of such names lie beside the sessions. So is what names no
/// file. A file or folder that other users can change, a file that they can read, a symbolic or hard link, and a file that
/// is not a session of this library are refused and left as they are. The tokens in it are not encrypted.
public struct FileUserPersistence: UserPersistence {
  /// The file's path, as given.
  public let path: String

  private let folder: String
  private let name: String
  private let wait: LockWait

  private static let sizeLimit = 1 << 20

  /// A session in the file at `path`, which need not exist; a relative one begins at the current folder.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - lockTimeout: How long to wait for another process, before ``PersistenceError/busy(path:)``.
  public init(path: String, lockTimeout: Duration = .seconds(10)) {
    self.path = path
    var folder = path[...]
    while folder.last == "/" { folder.removeLast() }
    name = String(folder.reversed().prefix { $0 != "/" }.reversed())
    folder.removeLast(name.count)
    while folder.count > 1, folder.last == "/" { folder.removeLast() }
    self.folder = folder.isEmpty ? "." : String(folder)
    wait = LockWait(limit: lockTimeout)
  }

  /// A session in the file called `name` in `folder`, which is created when it is needed.
  ///
  /// - Parameters:
  ///   - folder: The folder's path; empty is the current one.
  ///   - name: The file's name in it.
  ///   - lockTimeout: How long to wait for another process, before ``PersistenceError/busy(path:)``.
  public init(folder: String, name: String, lockTimeout: Duration = .seconds(10)) {
    path = folder.isEmpty ? name : folder + "/" + name
    self.folder = folder.isEmpty ? "." : folder
    self.name = name
    wait = LockWait(limit: lockTimeout)
  }

  /// The saved session; nil where there is none. It waits for no lock, as a file is only ever replaced whole.
  ///
  /// - Throws: ``PersistenceError``.
  public func load() throws(PersistenceError) -> Data? {
    try reportingErrors { () throws(StateError) in
      try checkName()
      guard let folder = try PrivateFolder.open(folder) else { return nil }
      sweep(folder)
      return try session(in: folder)
    }
  }

  /// Replaces the saved session; it is on the disk when this returns.
  ///
  /// - Throws: ``PersistenceError``; the earlier session is still there.
  public func save(_ session: Data) throws(PersistenceError) {
    try reportingErrors { () throws(StateError) in
      try checkName()
      let content = try content(of: session)
      try whileLocked(in: try PrivateFolder.make(folder)) { folder, _ throws(StateError) in
        try folder.replace(name, with: content)
      }
    }
  }

  /// Removes the saved session, if there is one. The empty lock stays.
  ///
  /// - Throws: ``PersistenceError``; the session is still there.
  public func delete() throws(PersistenceError) {
    try reportingErrors { () throws(StateError) in
      try checkName()
      guard let folder = try PrivateFolder.open(folder) else { return }
      // Nothing is made where nothing is.
      guard folder.contains(name) || folder.containsTemporary(of: name) else { return }
      try whileLocked(in: folder) { folder, _ throws(StateError) in try folder.delete(name) }
    }
  }

  /// Replaces or removes the saved session by what `change` makes of it, while no other process or object changes it.
  ///
  /// - Parameter change: Is given the saved session, nil where there is none, and returns what is saved from then on, nil
  ///   for nothing. It must not save to the same file itself: the lock is held.
  /// - Throws: What `change` throws, or ``PersistenceError``; the earlier session is still there.
  public func update(_ change: (Data?) throws -> Data?) throws {
    var refusal: (any Error)?
    try reportingErrors { () throws(StateError) in
      try checkName()
      try whileLocked(in: try PrivateFolder.make(folder)) { folder, session throws(StateError) in
        let changed: Data?
        do {
          changed = try change(session)
        } catch {
          refusal = error
          return
        }
        guard changed != session else { return }
        if let changed {
          try folder.replace(name, with: try content(of: changed))
        } else {
          try folder.delete(name)
        }
      }
    }
    if let refusal { throw refusal }
  }

  /// Runs `renewal` while no other process or object runs one for the same file.
  ///
  /// - Throws: What `renewal` throws; ``PersistenceError`` where it did not run.
  public func whileRenewing(_ renewal: () throws -> Void) throws {
    var refusal: (any Error)?
    try reportingErrors { () throws(StateError) in
      try checkName()
      try FileLock(folder: folder, name: lockName + Self.lockSuffix, wait: wait).hold {
        do { try renewal() } catch { refusal = error }
      }
    }
    if let refusal { throw refusal }
  }

  private static let lockSuffix = ".lock"
  private var lockName: String { name + Self.lockSuffix }

  /// Refuses a name that is none, and one that may be that of another session's lock.
  private func checkName() throws(StateError) {
    guard !["", ".", ".."].contains(name), !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
    else { throw .unsafe(path: path, reason: "it is not the name of a file") }
    // There are file systems that do not tell cases apart.
    let lowercased = name.asciiLowercased()
    for suffix in [Self.lockSuffix, PrivateFolder.temporarySuffix] where lowercased.hasSuffix(suffix) {
      throw .unsafe(path: path, reason: "no session can have a name that ends in \(suffix)")
    }
  }

  private func content(of session: Data) throws(StateError) -> Data {
    let content = SessionEnvelope(session).data
    guard content.count <= Self.sizeLimit else {
      throw .failed(path: path, reason: "it would become larger than \(Self.sizeLimit) bytes")
    }
    return content
  }

  /// Runs `change` with the saved session, while no other process changes the file.
  private func whileLocked(
    in folder: consuming PrivateFolder,
    _ change: (borrowing PrivateFolder, Data?) throws(StateError) -> Void
  ) throws(StateError) {
    let held = try FileLock(folder: folder.path, name: lockName, wait: wait).acquire(in: folder)
    defer { held.release() }
    folder.removeTemporary(of: name)
    // What is no session is left as it is.
    try change(folder, try session(in: folder))
  }

  /// Removes what a killed writer left, unless a writer is at work: then it is that one's.
  private func sweep(_ folder: borrowing PrivateFolder) {
    guard folder.containsTemporary(of: name) else { return }
    // A reader has no use for a failure of this: the next writer will tell.
    let lock = FileLock(folder: folder.path, name: lockName, wait: LockWait(limit: .zero))
    guard let held = try? lock.acquire(in: folder) else { return }
    defer { held.release() }
    folder.removeTemporary(of: name)
  }

  private func session(in folder: borrowing PrivateFolder) throws(StateError) -> Data? {
    guard let content = try folder.read(name, limit: Self.sizeLimit) else { return nil }
    do throws(JSONReader.Problem) {
      return try JSONReader.plain.read(SessionEnvelope.self, from: content).session
    } catch .malformed(let error as SessionEnvelope.NewerFormat) {
      throw .newer(path: path, version: error.format)
    } catch {
      // What Foundation says of it may quote the content, tokens included.
      throw .corrupt(path: path, reason: "it is not a session that this library saved")
    }
  }

  private func reportingErrors<Result>(
    _ body: () throws(StateError) -> Result
  ) throws(PersistenceError) -> Result {
    do throws(StateError) {
      return try body()
    } catch {
      throw PersistenceError(error)
    }
  }
}
