import HTTPListener
import Synchronization

/// The state of a flow, which its connection threads and the command share.
final class PageFlow: Sendable {
  enum Phase: Equatable {
    case waiting
    /// The command has this result from the browser and works with it.
    case handedOver(String)
    case over(PageOutcome)
  }

  private struct State {
    var isEntered = false
    var phase = Phase.waiting
    var next: String?
  }

  private let state = Mutex(State())
  /// Opens when there is a result for the command.
  let handover: Latch
  /// Opens when the flow has ended.
  let end: Latch

  init() throws(ListenError) {
    handover = try Latch()
    end = try Latch()
  }

  var phase: Phase { state.withLock { $0.phase } }

  /// The address to which the one-time URL redirects, or nil for the flow's own page.
  var next: String? {
    get { state.withLock { $0.next } }
    set { state.withLock { $0.next = newValue } }
  }

  /// Consumes the one-time URL.
  ///
  /// Returns false if it was already used.
  func enter() -> Bool {
    state.withLock { state in
      defer { state.isEntered = true }
      return !state.isEntered
    }
  }

  /// Passes a result to the command.
  ///
  /// Returns false if the command already has another one.
  func handOver(_ result: String) -> Bool {
    state.withLock { state in
      switch state.phase {
      case .waiting:
        state.phase = .handedOver(result)
        handover.open()
        return true
      case .handedOver(let earlier): return earlier == result
      // It is too late to matter, because the outcome is already known.
      case .over: return true
      }
    }
  }

  /// Ends the flow.
  ///
  /// Only the first outcome counts.
  func finish(_ outcome: PageOutcome) {
    state.withLock { state in
      if case .over = state.phase { return }
      state.phase = .over(outcome)
      end.open()
    }
  }
}
