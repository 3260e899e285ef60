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
    /// In bytes a second.
    let slowestRate: Int
    let idle: Duration
    let ending: Duration = .seconds(1)

    /// How long `phase` may take, or stand still; nil without a limit.
    func limit(of phase: Phase) -> Duration? {
      switch phase {
      case .idle: idle
      case .head: head
      case .body, .answer: body
      case .handler: nil
      case .ending: ending
      }
    }
  }

  private struct State {
    var phase: Phase
    var since: ContinuousClock.Instant
    var deadline: ContinuousClock.Instant?
    /// Whether anything of a request has come in.
    var hasBegun = false
    var givesWay = false
    var isOutOfTime = false
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
    let now = now()
    state = Mutex(State(phase: .head, since: now, deadline: now + deadlines.head))
  }

  func enter(_ phase: Phase) {
    let now = now()
    state.withLock { state in
      (state.phase, state.since) = (phase, now)
      state.deadline = deadlines.limit(of: phase).map { now + $0 }
      if phase == .idle { state.hasBegun = false }
    }
  }

  /// Gives the peer more time for so many bytes that went in or out, as many as it had at the beginning at the most: a
  /// large body may take long, and nobody holds a connection with a byte every now and then.
  func progress(by count: Int) {
    state.withLock { state in
      state.hasBegun = true
      guard state.phase == .body || state.phase == .answer, let deadline = state.deadline else { return }
      let more = Duration.seconds(Double(count) / Double(deadlines.slowestRate))
      state.deadline = min(deadline + more, now() + deadlines.body)
    }
  }

  func isOverdue(at now: ContinuousClock.Instant) -> Bool {
    state.withLock { $0.deadline.map { $0 <= now } ?? false }
  }

  /// Ends what takes too long at `now`. Where a request is still coming in, its thread can tell the peer so, once.
  func giveUp(at now: ContinuousClock.Instant) {
    let canBeTold = state.withLock { state in
      guard [.head, .body].contains(state.phase), !state.isOutOfTime, !state.givesWay else { return false }
      state.isOutOfTime = true
      // The thread notices at once.
      state.deadline = now + deadlines.ending
      return true
    }
    if canBeTold { stopReading() } else { cut() }
  }

  /// Whether a request has begun to come in, and takes too long.
  var isTooSlow: Bool { state.withLock { $0.isOutOfTime && $0.hasBegun } }

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

  /// Whether nothing more is taken than has arrived.
  var readsNoMore: Bool { state.withLock { $0.givesWay || $0.isOutOfTime } }

  /// Takes no more than has already arrived, for the sake of others.
  func giveWay() {
    state.withLock { $0.givesWay = true }
    endWaiting()
  }

  /// Takes no more than has already arrived; where nothing more is answered anyway, the connection ends.
  func endWaiting() {
    if state.withLock({ $0.phase }) == .ending { cut() } else { stopReading() }
  }

  /// Ends the connection in both directions; whoever reads or writes on it wakes up.
  func cut() {
    shutdown(socket, Int32(SHUT_RDWR))
  }

  private func stopReading() {
    shutdown(socket, Int32(SHUT_RD))
  }

  /// Waits for `cut`, or for the peer to reset the connection.
  func waitUntilCut() {
    var interest = pollfd(fd: socket, events: 0, revents: 0)
    while poll(&interest, 1, -1) < 0, errno == EINTR {}
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
  func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0  // The socket was told not to raise the signal.
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = LibC.send(socket, bytes.baseAddress! + rest.startIndex, rest.count, flags)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
