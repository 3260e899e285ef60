import HTTPListener
import Synchronization

/// How far a flow is: what the threads of its connections and the command share.
final class PageFlow: Sendable {
  enum Phase: Equatable {
    case waiting
    /// The command has this from the browser, and works with it.
    case handedOver(String)
    case over(PageOutcome)
  }

  private struct State {
    var isEntered = false
    var phase = Phase.waiting
    var next: String?
  }

  private let state = Mutex(State())
  /// Opens when something was handed over.
  let handover: Latch
  /// Opens when the flow has ended.
  let end: Latch

  init() throws(ListenError) {
    handover = try Latch()
    end = try Latch()
  }

  var phase: Phase { state.withLock { $0.phase } }

  /// Where a browser goes that opened the one-time URL; nil for the flow's own page.
  var next: String? {
    get { state.withLock { $0.next } }
    set { state.withLock { $0.next = newValue } }
  }

  /// Uses the one-time URL up; false where it is used already.
  func enter() -> Bool {
    state.withLock { state in
      defer { state.isEntered = true }
      return !state.isEntered
    }
  }

  /// Gives the command what it waits for; false where it has something else already.
  func handOver(_ result: String) -> Bool {
    state.withLock { state in
      switch state.phase {
      case .waiting:
        state.phase = .handedOver(result)
        handover.open()
        return true
      case .handedOver(let earlier): return earlier == result
      // Too late to matter; the outcome tells.
      case .over: return true
      }
    }
  }

  /// The first outcome stands.
  func finish(_ outcome: PageOutcome) {
    state.withLock { state in
      if case .over = state.phase { return }
      state.phase = .over(outcome)
      end.open()
    }
  }
}
