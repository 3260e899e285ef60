import Synchronization

/// The part of the tests' plans that every call needs.
///
/// It is read once, in one transaction.
final class Rehearsal: Sendable {
  struct State: Sendable {
    /// How far the clock is ahead of the machine's, in seconds.
    var clockOffset: Int
    /// Whether any fault may be planned.
    ///
    /// If none is, calls have no extra cost.
    var mayMeetFaults: Bool
  }

  private let store: Store
  /// Nil until it is read from the store.
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

  /// Records a change that the store has already made.
  func note(_ change: @Sendable (inout State) -> Void) throws {
    var state = try state()
    known.withLock { known in
      state = known ?? state
      change(&state)
      known = state
    }
  }
}
