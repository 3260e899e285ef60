package import Essentials
import IdentityToolkit
package import PrivateFiles
import Synchronization

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

/// The format of all saved data: sorted members, times as in RFC 3339, and a newline at the end.
package enum StateJSON {
  /// The reason why data could not be read, without any of its content.
  package struct Malformed: Error, Equatable, Sendable {
    package let reason: Text
  }

  package static func data(_ value: some Encodable) -> Data {
    guard let data = JSONWriter.fileData(value, dates: .rfc3339) else {
      fatalError("a \(type(of: value)) that JSON cannot express is to be saved")
    }
    return data
  }

  package static func value<T: Decodable>(_ type: T.Type, from data: Data) throws(Malformed) -> T {
    do {
      return try reader.read(type, from: data)
    } catch {
      throw Malformed(error)
    }
  }

  // Older versions wrote fractions of a millisecond. They are dropped, because new ones do not write them.
  static let reader = JSONReader(dates: .rfc3339)
}

extension StateJSON.Malformed {
  init(_ problem: JSONReader.Problem) {
    reason =
      switch problem {
      case .malformed(DecodingError.keyNotFound(let key, let context)):
        "\((context.codingPath + [key]).place) is missing"
      case .malformed(DecodingError.valueNotFound(_, let context)),
        .malformed(DecodingError.typeMismatch(_, let context)),
        .malformed(DecodingError.dataCorrupted(let context)):
        context.codingPath.isEmpty ? Self.notJSON : "\(context.codingPath.place) is not valid"
      case .malformed, .tooDeep: Self.notJSON
      }
  }

  private static let notJSON: Text = "it is not JSON of the expected form"
}

/// A cache of the state that the process read or wrote last. The file is read again only if it has changed or was
/// replaced.
///
/// The file is always replaced as a whole, and stays open here. So no later file can look like the same one.
package final class StateReading: Sendable {
  private struct Reading: ~Copyable {
    let file: OpenedFile
    let state: SavedState

    /// Returns the state if the file in `folder` is still the same.
    func state(in folder: borrowing PrivateFolder) -> SavedState? {
      file.isUnchanged(as: StateFile.name, in: folder) ? state : nil
    }
  }

  private let last = Mutex<Reading?>(nil)

  package init() {}

  /// Returns the current state in `folder`; nil if there is none.
  func state(
    in folder: borrowing PrivateFolder, decode: (borrowing OpenedFile) throws(StateError) -> SavedState
  ) throws(StateError) -> SavedState? {
    try last.withLock { last throws(StateError) in
      if let state = last?.state(in: folder) { return state }
      last = nil
      guard let file = try folder.file(StateFile.name) else { return nil }
      let state = try decode(file)
      last = Reading(file: file, state: state)
      return state
    }
  }

  /// Closes the open file.
  package func close() {
    last.withLock { $0 = nil }
  }

  /// Runs `write`, which writes the file of `state`, and caches the state.
  func keep(
    _ state: SavedState, write: () throws(StateError) -> OpenedFile?
  ) throws(StateError) {
    try last.withLock { last throws(StateError) in
      last = nil
      if let file = try write() { last = Reading(file: file, state: state) }
    }
  }
}
