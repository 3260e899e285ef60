import Synchronization

/// What tests have the server do, as far as every call has to know: read once, in one transaction.
final class Rehearsal: Sendable {
  struct State: Sendable {
    /// How far the clock is ahead of the machine's, in seconds.
    var clockOffset: Int
    /// Whether anything may be planned to go wrong. Where nothing is, a call costs no more.
    var mayMeetFaults: Bool
  }

  private let store: Store
  /// Nil until the store was asked.
  private let known = Mutex<State?>(nil)

  init(store: Store) {
    self.store = store
  }

  func state() throws -> State {
    if let state = known.withLock({ $0 }) { return state }
    let stored = try store.read { transaction in
      State(clockOffset: try transaction.clockOffset(), mayMeetFaults: try transaction.hasFaults())
    }
    return known.withLock { known in
      let state = known ?? stored
      known = state
      return state
    }
  }

  /// To be called when the store has got what `change` makes of the state.
  func note(_ change: @Sendable (inout State) -> Void) throws {
    var state = try state()
    known.withLock { known in
      state = known ?? state
      change(&state)
      known = state
    }
  }
}
