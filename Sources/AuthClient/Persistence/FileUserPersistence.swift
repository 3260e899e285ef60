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

  private let folder: String
  private let name: String
  private let wait: LockWait

  private static let sizeLimit = 1 << 20

  /// Creates a store for the file at `path`, which need not exist.
  ///
  /// - Parameters:
  ///   - path: The file's path. A relative path begins at the current folder.
  ///   - lockTimeout: How long to wait for another process before ``PersistenceError/busy(path:)``.
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

  /// Creates a store for the file `name` in `folder`, which is created when it is needed.
  ///
  /// - Parameters:
  ///   - folder: The folder's path; empty for the current folder.
  ///   - name: The file's name in the folder.
  ///   - lockTimeout: How long to wait for another process before ``PersistenceError/busy(path:)``.
  public init(folder: String, name: String, lockTimeout: Duration = .seconds(10)) {
    path = folder.isEmpty ? name : folder + "/" + name
    self.folder = folder.isEmpty ? "." : folder
    self.name = name
    wait = LockWait(limit: lockTimeout)
  }

  /// Returns the saved session; nil if there is none.
  ///
  /// It does not wait for a lock, because the file is always replaced as a whole.
  /// - Throws: ``PersistenceError``.
  public func load() throws(PersistenceError) -> Data? {
    try reportingErrors { () throws(StateError) in
      try checkName()
      guard let folder = try PrivateFolder.open(folder) else { return nil }
      sweep(folder)
      return try session(in: folder)
    }
  }

  /// Replaces the saved session, which is on the disk when the call returns.
  ///
  /// - Throws: ``PersistenceError``. Then the earlier session stays.
  public func save(_ session: Data) throws(PersistenceError) {
    try reportingErrors { () throws(StateError) in
      try checkName()
      let content = try content(of: session)
      try whileLocked(in: try PrivateFolder.make(folder)) { folder, _ throws(StateError) in
        try folder.replace(name, with: content)
      }
    }
  }

  /// Deletes the saved session, if there is one.
  ///
  /// The empty lock file stays.
  /// - Throws: ``PersistenceError``. Then the session stays.
  public func delete() throws(PersistenceError) {
    try reportingErrors { () throws(StateError) in
      try checkName()
      guard let folder = try PrivateFolder.open(folder) else { return }
      // If there is no session, no lock file is created.
      guard folder.contains(name) || folder.containsTemporary(of: name) else { return }
      try whileLocked(in: folder) { folder, _ throws(StateError) in try folder.delete(name) }
    }
  }

  /// Replaces the saved session with the result of `change`.
  ///
  /// No other process or object changes the session at the same time.
  /// - Parameter change: Gets the saved session, or nil, and returns the new one. If it returns nil, the session is
  ///   deleted. It must not save to the same file itself, because the lock is held.
  /// - Throws: The error of `change`, or ``PersistenceError``. Then the earlier session stays.
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
  /// - Throws: The error of `renewal`. ``PersistenceError`` if `renewal` did not run.
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
    // If the file is not a session, reading it throws, and the file stays as it is.
    try change(folder, try session(in: folder))
  }

  /// Deletes the temporary file of a writer that was killed. If a writer holds the lock, the file belongs to it and
  /// stays.
  private func sweep(_ folder: borrowing PrivateFolder) {
    guard folder.containsTemporary(of: name) else { return }
    // A reader ignores a failure here, because the next writer reports it.
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
