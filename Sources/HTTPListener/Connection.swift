private import LibC
private import Synchronization

/// A peer's connection, and until when the peer may take for what it is doing.
///
/// libmicrohttpd only counts the time without a byte, so one byte a second would keep it for ever.
final class Connection: Sendable {
  enum Phase {
    case idle, head, body
    /// The handler is at work: the peer waits for us.
    case handler
    case answer
  }

  struct Deadlines {
    let head: Duration
    let body: Duration
    let idle: Duration
  }

  let socket: Int32
  private let deadlines: Deadlines
  private let state: Mutex<(phase: Phase, deadline: ContinuousClock.Instant?)>

  init(socket: Int32, deadlines: Deadlines) {
    self.socket = socket
    self.deadlines = deadlines
    state = Mutex((.head, .now + deadlines.head))
  }

  func enter(_ phase: Phase) {
    let deadline: ContinuousClock.Instant? =
      switch phase {
      case .idle: .now + deadlines.idle
      case .head: .now + deadlines.head
      case .body, .answer: .now + deadlines.body
      case .handler: nil
      }
    state.withLock { state in
      // A first head's time counts from the connection on, not from its first line.
      if phase == .head, let earlier = state.deadline, let deadline {
        state = (phase, min(earlier, deadline))
      } else {
        state = (phase, deadline)
      }
    }
  }

  func isOverdue(at now: ContinuousClock.Instant) -> Bool {
    state.withLock { $0.deadline.map { $0 <= now } ?? false }
  }

  /// Whether no whole head has come in.
  var isWaiting: Bool {
    state.withLock { $0.phase == .idle || $0.phase == .head }
  }

  /// Ends the connection in both directions; whoever reads or writes on it wakes up.
  func cut() {
    shutdown(socket, Int32(SHUT_RDWR))
  }

  /// Takes no more than has already arrived.
  func stopReading() {
    shutdown(socket, Int32(SHUT_RD))
  }
}
