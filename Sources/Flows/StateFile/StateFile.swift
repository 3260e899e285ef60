package import Essentials
package import PrivateFiles

/// The saved state in a file.
package struct StateFile: Sendable {
  private let file: LockedFile
  private let wait: LockWait
  private let reading: StateReading

  static let name = "state.json"
  /// The lock that is held while any file of the folder is replaced.
  static let lockName = "state.lock"
  static let sizeLimit = 8 << 20

  /// Creates a state file.
  /// - Parameter reading: The cache that all reads of a process share.
  package init(folder: String, wait: LockWait, reading: StateReading = StateReading()) {
    file = LockedFile(Self.name, in: folder, lock: Self.lockName, sizeLimit: Self.sizeLimit, wait: wait)
    self.wait = wait
    self.reading = reading
  }

  package var folder: String { file.folder }
  package var path: String { file.path }

  /// Returns the state; empty if nothing was ever saved. It takes no lock, because the file is always replaced as a
  /// whole.
  package func read() throws(StateError) -> SavedState {
    try readIfPresent() ?? SavedState()
  }

  /// Returns the state; nil if nothing was ever saved.
  package func readIfPresent() throws(StateError) -> SavedState? {
    guard let folder = try file.opened() else { return nil }
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
    let held = try file.hold()
    defer { held.release() }
    guard !held.folder.isLink(name) else {
      throw StateError.notWritable(path: folder + "/" + name, reason: "it is a symbolic link")
    }
    try held.folder.replace(name, with: try content())
  }

  /// Returns whether no other process is changing the state. It creates no file.
  package func isLockFree() throws(StateError) -> Bool {
    guard let folder = try PrivateFolder.open(folder), folder.contains(Self.lockName) else { return true }
    do {
      try file.lock(waiting: LockWait(limit: .zero)).acquire(in: folder).release()
      return true
    } catch .busy {
      return false
    }
  }

  /// Returns the lock for a renewal of the token of `session`.
  package func lock(of session: SessionKey) -> FileLock {
    FileLock(folder: folder, name: session.lockName, wait: wait)
  }

  // If it were inlined, the program would contain a copy for each change.
  @inline(never)
  private func perform<Success, Failure>(
    _ change: (inout SavedState) throws(Failure) -> Success
  ) throws(StateError) -> Result<Success, Failure> {
    let held = try file.hold()
    defer { held.release() }
    let saved = try load(from: held.folder)
    var state = saved ?? SavedState()
    let result: Success
    do throws(Failure) {
      result = try change(&state)
    } catch {
      return .failure(error)
    }
    try save(state, instead: saved, over: held)
    return .success(result)
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

  /// - Parameter saved: The saved state; nil if nothing was ever saved.
  private func save(
    _ state: SavedState, instead saved: SavedState?, over held: borrowing LockedFile.Held
  ) throws(StateError) {
    guard state != saved ?? SavedState() else { return }
    let data = StateJSON.data(state)
    // Tokens must not get into a repository of dotfiles.
    if saved == nil, !held.folder.contains(".gitignore") {
      try held.folder.replace(".gitignore", with: Data("*\n".utf8))
    }
    try reading.keep(state) { () throws(StateError) in try file.replace(with: data, over: held) }
    held.folder.sweepLocks(SessionKey.locks(in: held.folder.names, except: state.lockNames))
  }
}
