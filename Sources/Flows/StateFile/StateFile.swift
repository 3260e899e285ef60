package import Essentials
package import PrivateFiles

/// The saved state on disk.
package struct StateFile: Sendable {
  package let folder: String
  private let wait: LockWait
  private let reading: StateReading

  static let name = "state.json"
  /// Held while any file of the folder is replaced.
  static let lockName = "state.lock"
  static let sizeLimit = 8 << 20

  /// - Parameter reading: One for all that a process reads the state by.
  package init(folder: String, wait: LockWait, reading: StateReading = StateReading()) {
    self.folder = folder
    self.wait = wait
    self.reading = reading
  }

  package var path: String { folder + "/" + Self.name }

  /// The state, empty if nothing was ever saved. Takes no lock: a state is only ever replaced whole.
  package func read() throws(StateError) -> SavedState {
    try readIfPresent() ?? SavedState()
  }

  /// As `read`, nil if nothing was ever saved.
  package func readIfPresent() throws(StateError) -> SavedState? {
    guard let folder = try PrivateFolder.open(folder) else { return nil }
    sweep(folder)
    return try load(from: folder)
  }

  /// As `read`, and leaves the folder as it is: also what a killed writer left there.
  package func peek() throws(StateError) -> SavedState {
    guard let folder = try PrivateFolder.open(folder) else { return SavedState() }
    return try load(from: folder) ?? SavedState()
  }

  /// Changes the state while no other process does, and saves it if it is another one then.
  ///
  /// When this returns, the change has reached the disk. Do not wait for a person, a server or another
  /// lock in `change`, nor call this again.
  @discardableResult
  package func update<Result>(_ change: (inout SavedState) -> Result) throws(StateError) -> Result {
    try perform(change).get()
  }

  /// As above; what `change` throws leaves everything as it was.
  @discardableResult
  package func update<Result>(_ change: (inout SavedState) throws -> Result) throws -> Result {
    try perform(change).get()
  }

  /// Gives the file called `name`, beside the state, the content that `content` makes while no other process
  /// changes one. A symbolic link is left alone: it leads to a file that people keep elsewhere.
  package func replace(_ name: String, with content: () throws -> Data) throws {
    let folder = try PrivateFolder.make(folder)
    let held = try lock(wait: wait).acquire(in: folder)
    defer { held.release() }
    guard !folder.isLink(name) else {
      throw StateError.notWritable(path: self.folder + "/" + name, reason: "it is a symbolic link")
    }
    try folder.replace(name, with: try content())
  }

  /// Whether no other process changes the state just now; nothing is made to find out.
  package func isLockFree() throws(StateError) -> Bool {
    guard let folder = try PrivateFolder.open(folder), folder.contains(Self.lockName) else { return true }
    do {
      try lock(wait: LockWait(limit: .zero)).acquire(in: folder).release()
      return true
    } catch .busy {
      return false
    }
  }

  /// The lock to hold while the token of `session` is renewed.
  package func lock(of session: SessionKey) -> FileLock {
    FileLock(folder: folder, name: session.lockName, wait: wait)
  }

  private func lock(wait: LockWait) -> FileLock {
    FileLock(folder: folder, name: Self.lockName, wait: wait)
  }

  // Inlined, it would be in the program for each change there is.
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

  /// The state while no other process changes it.
  private struct Held: ~Copyable {
    let folder: PrivateFolder
    let lock: HeldLock
    /// Nil if nothing was ever saved.
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
    // Tokens do not belong into anyone's repository of dotfiles.
    if held.saved == nil, !held.folder.contains(".gitignore") {
      try held.folder.replace(".gitignore", with: Data("*\n".utf8))
    }
    try reading.keep(state) { () throws(StateError) in try held.folder.replace(Self.name, with: data) }
    held.folder.sweepLocks(SessionKey.locks(in: held.folder.names, except: state.lockNames))
  }

  /// Removes what a killed writer left, unless a writer is at work: then it is that one's.
  private func sweep(_ folder: borrowing PrivateFolder) {
    guard folder.containsTemporary(of: Self.name) else { return }
    // A reader has no use for a failure of this: the next writer will tell.
    guard let held = try? lock(wait: LockWait(limit: .zero)).acquire(in: folder) else { return }
    defer { held.release() }
    folder.removeTemporary(of: Self.name)
  }
}
