import PrivateFiles
import Synchronization

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
