import PrivateFiles
import Synchronization

/// The state as a process read or wrote it last. It is read again where the file is another one, or was changed, and there
/// only.
///
/// A state is only ever replaced whole. Its file stays open, so no later one can be taken for it.
package final class StateReading: Sendable {
  private struct Reading: ~Copyable {
    let file: OpenedFile
    let state: SavedState

    /// The state, if it is still the one in `folder`.
    func state(in folder: borrowing PrivateFolder) -> SavedState? {
      file.isUnchanged(as: StateFile.name, in: folder) ? state : nil
    }
  }

  private let last = Mutex<Reading?>(nil)

  package init() {}

  /// The state in `folder` as it is now, nil where there is none.
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

  /// Closes the file that is open.
  package func close() {
    last.withLock { $0 = nil }
  }

  /// Has `write` make the file of `state`, which is then known.
  func keep(
    _ state: SavedState, write: () throws(StateError) -> OpenedFile?
  ) throws(StateError) {
    try last.withLock { last throws(StateError) in
      last = nil
      if let file = try write() { last = Reading(file: file, state: state) }
    }
  }
}
