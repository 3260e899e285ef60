package import Essentials
package import PrivateFiles

/// The saved state in a file.
package struct StateFile: Sendable {
  package let folder: String
  private let wait: LockWait
  private let reading: StateReading

  static let name = "state.json"
  /// The lock that is held while any file of the folder is replaced.
  static let lockName = "state.lock"
  static let sizeLimit = 8 << 20

  /// Creates a state file.
  /// - Parameter reading: The cache that all reads of a process share.
  package init(folder: String, wait: LockWait, reading: StateReading = StateReading()) {
    self.folder = folder
    self.wait = wait
    self.reading = reading
  }

  package var path: String { folder + "/" + Self.name }

  /// Returns the state; empty if nothing was ever saved. It takes no lock, because the file is always replaced as a
  /// whole.
  package func read() throws(StateError) -> SavedState {
    try readIfPresent() ?? SavedState()
  }

  /// Returns the state; nil if nothing was ever saved.
  package func readIfPresent() throws(StateError) -> SavedState? {
    guard let folder = try PrivateFolder.open(folder) else { return nil }
    sweep(folder)
    return try load(from: folder)
  }

  /// Returns the state and changes nothing in the folder, not even the files of a writer that was killed.
  package func peek() throws(StateError) -> SavedState {
    guard let folder = try PrivateFolder.open(folder) else { return SavedState() }
    return try load(from: folder) ?? SavedState()
  }

  /// Changes the state while no other process does, and saves it if it is different.
  ///
  /// The change is on the disk when this returns. In `change`, do not wait for a user, a server or another lock, and do
  /// not call this again.
  @discardableResult
  package func update<Result>(_ change: (inout SavedState) -> Result) throws(StateError) -> Result {
    try perform(change).get()
  }

  /// Changes the state. If `change` throws, everything stays as it is.
  @discardableResult
  package func update<Result>(_ change: (inout SavedState) throws -> Result) throws -> Result {
    try perform(change).get()
  }

  /// Replaces the file `name` beside the state with the result of `content`, while no other process changes a file
  /// there.
  ///
  /// A symbolic link is not replaced, because it leads to a file that the user keeps in another place.
  package func replace(_ name: String, with content: () throws -> Data) throws {
    let folder = try PrivateFolder.make(folder)
    let held = try lock(wait: wait).acquire(in: folder)
    defer { held.release() }
    guard !folder.isLink(name) else {
      throw StateError.notWritable(path: self.folder + "/" + name, reason: "it is a symbolic link")
    }
    try folder.replace(name, with: try content())
  }

  /// Returns whether no other process is changing the state. It creates no file.
  package func isLockFree() throws(StateError) -> Bool {
    guard let folder = try PrivateFolder.open(folder), folder.contains(Self.lockName) else { return true }
    do {
      try lock(wait: LockWait(limit: .zero)).acquire(in: folder).release()
      return true
    } catch .busy {
      return false
    }
  }

  /// Returns the lock for a renewal of the token of `session`.
  package func lock(of session: SessionKey) -> FileLock {
    FileLock(folder: folder, name: session.lockName, wait: wait)
  }

  private func lock(wait: LockWait) -> FileLock {
    FileLock(folder: folder, name: Self.lockName, wait: wait)
  }

  // If it were inlined, the program would contain a copy for each change.
  @inline(never)
  private func perform<Success, Failure>(
    _ change: (inout SavedState) throws(Failure) -> Success
  ) throws(StateError) -> Result<Success, Failure> {
    let held = try hold()
    defer { held.lock.release() }
    var state = held.saved ?? SavedState()
    let result: Success
    do throws(Failure) {
      result = try change(&state)
    } catch {
      return .failure(error)
    }
    try save(state, over: held)
    return .success(result)
  }

  /// The state, while no other process changes it.
  private struct Held: ~Copyable {
    let folder: PrivateFolder
    let lock: HeldLock
    /// The saved state; nil if nothing was ever saved.
    let saved: SavedState?
  }

  private func hold() throws(StateError) -> Held {
    let folder = try PrivateFolder.make(folder)
    let lock = try lock(wait: wait).acquire(in: folder)
    folder.removeTemporary(of: Self.name)
    let saved = try load(from: folder)
    return Held(folder: folder, lock: lock, saved: saved)
  }

  private func load(from folder: borrowing PrivateFolder) throws(StateError) -> SavedState? {
    try reading.state(in: folder) { file throws(StateError) in
      let data = try file.content(limit: Self.sizeLimit)
      do throws(JSONReader.Problem) {
        return try StateJSON.reader.read(SavedState.self, from: data)
      } catch .malformed(let error as SavedState.NewerVersion) {
        throw .newer(path: path, version: error.version)
      } catch {
        throw .corrupt(path: path, reason: StateJSON.Malformed(error).reason)
      }
    }
  }

  private func save(_ state: SavedState, over held: borrowing Held) throws(StateError) {
    guard state != held.saved ?? SavedState() else { return }
    let data = StateJSON.data(state)
    guard data.count <= Self.sizeLimit else {
      throw .failed(path: path, reason: "it would become larger than \(Self.sizeLimit) bytes")
    }
    // Tokens must not get into a repository of dotfiles.
    if held.saved == nil, !held.folder.contains(".gitignore") {
      try held.folder.replace(".gitignore", with: Data("*\n".utf8))
    }
    try reading.keep(state) { () throws(StateError) in try held.folder.replace(Self.name, with: data) }
    held.folder.sweepLocks(SessionKey.locks(in: held.folder.names, except: state.lockNames))
  }

  /// Deletes the temporary file of a writer that was killed. If a writer holds the lock, the file belongs to it and
  /// stays.
  private func sweep(_ folder: borrowing PrivateFolder) {
    guard folder.containsTemporary(of: Self.name) else { return }
    // A reader ignores a failure here, because the next writer reports it.
    guard let held = try? lock(wait: LockWait(limit: .zero)).acquire(in: folder) else { return }
    defer { held.release() }
    folder.removeTemporary(of: Self.name)
  }
}
