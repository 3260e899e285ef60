import Essentials
import Synchronization

/// Spares decoding the same text again: a command reads the state several times, and decoding is what that costs.
///
/// It remembers a function's last value, no state: the text comes fresh from the disk each time.
package final class StateReading: Sendable {
  private let last = Mutex<(text: Data, state: SavedState)?>(nil)

  package init() {}

  func state(in text: Data) throws(JSONReader.Problem) -> SavedState {
    if let state = last.withLock({ $0?.text == text ? $0?.state : nil }) { return state }
    let state = try StateJSON.reader.read(SavedState.self, from: text)
    last.withLock { $0 = (text, state) }
    return state
  }
}
