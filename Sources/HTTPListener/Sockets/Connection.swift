private import LibC
private import Synchronization

/// A peer's connection, with the deadline of its current phase.
///
/// Its thread waits in system calls without a timeout, and another thread cuts the connection at the deadline. A
/// timeout for each call would not work, because a peer could send one byte per second forever.
final class Connection: Sendable {
  enum Phase {
    case idle, head, body
    /// The handler works, and the peer waits.
    case handler
    case answer
    /// No more answers follow, and the peer may notice this.
    case ending
  }

  struct Deadlines {
    let head: Duration
    let body: Duration
    /// In bytes per second.
    let slowestRate: Int
    let idle: Duration
    let ending: Duration = .seconds(1)

    /// Returns how long `phase` may take or make no progress, or nil for no limit.
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
    /// Whether any part of a request has arrived.
    var hasBegun = false
    var givesWay = false
    var isOutOfTime = false
  }

  let socket: Int32
  private let deadlines: Deadlines
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state: Mutex<State>

  /// The head must arrive soon, because a client connects to send something.
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

  /// Gives the peer more time for transferred bytes, but not more than it had at the beginning.
  ///
  /// So a large body may take long, but nobody can keep a connection open with single bytes.
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

  /// Ends the connection if it is overdue at `now`.
  ///
  /// While a request arrives, its thread can first send an error.
  func giveUp(at now: ContinuousClock.Instant) {
    let canBeTold = state.withLock { state in
      guard [.head, .body].contains(state.phase), !state.isOutOfTime, !state.givesWay else { return false }
      state.isOutOfTime = true
      // The thread notices this at once.
      state.deadline = now + deadlines.ending
      return true
    }
    if canBeTold { stopReading() } else { cut() }
  }

  /// Whether a request has begun to arrive but is too slow.
  var isTooSlow: Bool { state.withLock { $0.isOutOfTime && $0.hasBegun } }

  /// Whether no complete head has arrived.
  var isWaiting: Bool {
    state.withLock { [.idle, .head, .ending].contains($0.phase) }
  }

  /// How easily the connection can be closed: a lower rank closes first.
  ///
  /// Nil during a request.
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

  /// Whether only the bytes that have already arrived are read.
  var readsNoMore: Bool { state.withLock { $0.givesWay || $0.isOutOfTime } }

  /// Stops reading new bytes, to make room for other connections.
  func giveWay() {
    state.withLock { $0.givesWay = true }
    endWaiting()
  }

  /// Stops reading new bytes.
  ///
  /// If no answer will follow, the connection ends.
  func endWaiting() {
    if state.withLock({ $0.phase }) == .ending { cut() } else { stopReading() }
  }

  /// Ends the connection in both directions.
  ///
  /// Threads that read or write wake up.
  func cut() {
    shutdown(socket, Int32(SHUT_RDWR))
  }

  private func stopReading() {
    shutdown(socket, Int32(SHUT_RD))
  }

  /// Waits for `cut`, or until the peer resets the connection.
  func waitUntilCut() {
    var interest = pollfd(fd: socket, events: 0, revents: 0)
    while poll(&interest, 1, -1) < 0, errno == EINTR {}
  }

  /// Shows the peer that no more data follows.
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

  /// Returns whether all bytes were sent.
  @discardableResult
  func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0  // The socket is set not to raise the signal.
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
