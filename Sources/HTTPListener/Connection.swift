private import LibC
private import Synchronization

/// A peer's connection, and until when the peer may take for what it is doing.
///
/// Its thread waits in the system's calls without a limit; whoever watches the deadlines cuts it there. A limit
/// of each call would be met by a byte a second, for ever.
final class Connection: Sendable {
  enum Phase {
    case idle, head, body
    /// The handler is at work: the peer waits for us.
    case handler
    case answer
    /// Nothing more is answered, and the peer may see that.
    case ending
  }

  struct Deadlines {
    let head: Duration
    let body: Duration
    let idle: Duration
    let ending: Duration = .seconds(1)
  }

  private struct State {
    var phase: Phase
    var since: ContinuousClock.Instant
    var givesWay = false
  }

  let socket: Int32
  private let deadlines: Deadlines
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state: Mutex<State>

  /// A head is expected at once: whoever connects has something to say.
  init(socket: Int32, deadlines: Deadlines, now: @escaping @Sendable () -> ContinuousClock.Instant) {
    self.socket = socket
    self.deadlines = deadlines
    self.now = now
    state = Mutex(State(phase: .head, since: now()))
  }

  func enter(_ phase: Phase) {
    let now = now()
    state.withLock { ($0.phase, $0.since) = (phase, now) }
  }

  func isOverdue(at now: ContinuousClock.Instant) -> Bool {
    let (phase, since) = state.withLock { ($0.phase, $0.since) }
    let limit: Duration? =
      switch phase {
      case .idle: deadlines.idle
      case .head: deadlines.head
      case .body, .answer: deadlines.body
      case .handler: nil
      case .ending: deadlines.ending
      }
    return limit.map { since + $0 <= now } ?? false
  }

  /// Whether no whole head has come in.
  var isWaiting: Bool {
    state.withLock { [.idle, .head, .ending].contains($0.phase) }
  }

  /// How dispensable the connection is, the least one the most; nil where a request is under way.
  var dispensability: (rank: Int, since: ContinuousClock.Instant)? {
    state.withLock { state in
      if state.givesWay { return nil }
      return switch state.phase {
      case .ending: (0, state.since)
      case .idle: (1, state.since)
      case .head: (2, state.since)
      case .body, .handler, .answer: nil
      }
    }
  }

  /// Whether the connection was told to make room for others.
  var givesWay: Bool { state.withLock { $0.givesWay } }

  /// Takes no more than has already arrived, for the sake of others.
  func giveWay() {
    state.withLock { $0.givesWay = true }
    stopReading()
  }

  /// Ends the connection in both directions; whoever reads or writes on it wakes up.
  func cut() {
    shutdown(socket, Int32(SHUT_RDWR))
  }

  /// Takes no more than has already arrived.
  func stopReading() {
    shutdown(socket, Int32(SHUT_RD))
  }

  /// Lets the peer see that nothing more comes.
  func stopWriting() {
    shutdown(socket, Int32(SHUT_WR))
  }
}

extension Connection: ByteSource {
  func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = recv(socket, buffer.baseAddress, buffer.count, 0)
      if count >= 0 || errno != EINTR { return max(0, count) }
    }
  }

  /// Whether all of it was taken.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0  // The socket was told not to raise the signal.
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    return bytes.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = LibC.send(socket, bytes.baseAddress! + sent, bytes.count - sent, flags)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
  }
}
