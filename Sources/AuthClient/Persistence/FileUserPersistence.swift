public import Essentials
import PrivateFiles

/// Keeps the signed-in user in a file that only the program's user can read.
///
/// The file gets mode 0600, and missing folders get mode 0700, whatever the umask. The file is replaced as a whole, and
/// is on the disk when `save` returns. If the process is killed, or the disk is full, the earlier session stays.
///
/// Several processes may use one file. Each `save`, `delete` and `update` holds the lock file beside it (`NAME.lock`).
///
/// It refuses names that end in `.lock` or `.tmp`, because such files are beside the sessions. It also refuses:
///
/// - files and folders that other users can change, and files that they can read
/// - symbolic links and hard links
/// - files that are not a session of this library
///
/// It leaves refused files as they are. The tokens in the file are not encrypted.
public struct FileUserPersistence: UserPersistence {
  /// The file's path, as you gave it.
  public let path: String

  private let file: LockedFile
  private let wait: LockWait

  /// Creates a store for the file at `path`, which need not exist.
  ///
  /// - Parameters:
  ///   - path: The file's path. A relative path begins at the current folder.
  ///   - lockTimeout: How long to wait for another process before ``PersistenceError/busy(path:)``.
  public init(path: String, lockTimeout: Duration = .seconds(10)) {
    var folder = path[...]
    while folder.last == "/" { folder.removeLast() }
    let name = String(folder.reversed().prefix { $0 != "/" }.reversed())
    folder.removeLast(name.count)
    while folder.count > 1, folder.last == "/" { folder.removeLast() }
    self.init(path: path, name, in: String(folder), lockTimeout)
  }

  /// Creates a store for the file `name` in `folder`, which is created when it is needed.
  ///
  /// - Parameters:
  ///   - folder: The folder's path; empty for the current folder.
  ///   - name: The file's name in the folder.
  ///   - lockTimeout: How long to wait for another process before ``PersistenceError/busy(path:)``.
  public init(folder: String, name: String, lockTimeout: Duration = .seconds(10)) {
    self.init(path: folder.isEmpty ? name : folder + "/" + name, name, in: folder, lockTimeout)
  }

  private init(path: String, _ name: String, in folder: String, _ lockTimeout: Duration) {
    self.path = path
    wait = LockWait(limit: lockTimeout)
    file = LockedFile(
      name, in: folder.isEmpty ? "." : folder, lock: name + Self.lockSuffix, sizeLimit: 1 << 20, wait: wait)
  }

  private var name: String { file.name }

  /// Returns the saved session; nil if there is none.
  ///
  /// It does not wait for a lock, because the file is always replaced as a whole.
  /// - Throws: ``PersistenceError``.
  public func load() throws(PersistenceError) -> Data? {
    try reportingErrors { () throws(StateError) in
      try checkName()
      guard let folder = try file.opened() else { return nil }
      return try session(in: folder)
    }
  }

  /// Replaces the saved session, which is on the disk when the call returns.
  ///
  /// - Throws: ``PersistenceError``. Then the earlier session stays.
  public func save(_ session: Data) throws(PersistenceError) {
    try reportingErrors { () throws(StateError) in
      try checkName()
      let held = try file.hold()
      defer { held.release() }
      // If the file is not a session, reading it throws, and the file stays as it is.
      _ = try self.session(in: held.folder)
      try file.replace(with: SessionEnvelope(session).data, over: held)
    }
  }

  /// Deletes the saved session, if there is one.
  ///
  /// The empty lock file stays.
  /// - Throws: ``PersistenceError``. Then the session stays.
  public func delete() throws(PersistenceError) {
    try reportingErrors { () throws(StateError) in
      try checkName()
      guard let folder = try PrivateFolder.open(file.folder) else { return }
      // If there is no session, no lock file is created.
      guard folder.contains(name) || folder.containsTemporary(of: name) else { return }
      let held = try file.hold(in: folder)
      defer { held.release() }
      _ = try session(in: held.folder)
      try held.folder.delete(name)
    }
  }

  /// Replaces the saved session with the result of `change`.
  ///
  /// No other process or object changes the session at the same time.
  /// - Parameter change: Gets the saved session, or nil, and returns the new one. If it returns nil, the session is
  ///   deleted. It must not save to the same file itself, because the lock is held.
  /// - Throws: The error of `change`, or ``PersistenceError``. Then the earlier session stays.
  public func update(_ change: (Data?) throws -> Data?) throws {
    let held = try hold()
    defer { held.release() }
    let session = try reportingErrors { () throws(StateError) in try self.session(in: held.folder) }
    let changed = try change(session)
    guard changed != session else { return }
    try reportingErrors { () throws(StateError) in
      if let changed {
        try file.replace(with: SessionEnvelope(changed).data, over: held)
      } else {
        try held.folder.delete(name)
      }
    }
  }

  /// Runs `renewal` while no other process or object runs one for the same file.
  ///
  /// - Throws: The error of `renewal`. ``PersistenceError`` if `renewal` did not run.
  public func whileRenewing(_ renewal: () throws -> Void) throws {
    var refusal: (any Error)?
    try reportingErrors { () throws(StateError) in
      try checkName()
      try FileLock(folder: file.folder, name: name + Self.lockSuffix + Self.lockSuffix, wait: wait).hold {
        do { try renewal() } catch { refusal = error }
      }
    }
    if let refusal { throw refusal }
  }

  private static let lockSuffix = ".lock"

  /// Refuses a name that is not a file name.
  ///
  /// Also refuses a name that could be another session's lock file or temporary file.
  private func checkName() throws(StateError) {
    guard !["", ".", ".."].contains(name), !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
    else { throw .unsafe(path: path, reason: "it is not the name of a file") }
    // Some file systems ignore case.
    let lowercased = name.asciiLowercased()
    for suffix in [Self.lockSuffix, PrivateFolder.temporarySuffix] where lowercased.hasSuffix(suffix) {
      throw .unsafe(path: path, reason: "no session can have a name that ends in \(suffix)")
    }
  }

  private func hold() throws(PersistenceError) -> LockedFile.Held {
    do throws(StateError) {
      try checkName()
      return try file.hold()
    } catch {
      throw PersistenceError(error)
    }
  }

  private func session(in folder: borrowing PrivateFolder) throws(StateError) -> Data? {
    guard let content = try file.content(in: folder) else { return nil }
    do throws(JSONReader.Problem) {
      return try JSONReader.plain.read(SessionEnvelope.self, from: content).session
    } catch .malformed(let error as SessionEnvelope.NewerFormat) {
      throw .newer(path: path, version: error.format)
    } catch {
      // Foundation's description may quote the content, with the tokens.
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
