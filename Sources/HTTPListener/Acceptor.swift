internal import HTTP
private import LibC

/// Takes connections up, each on a thread of its own, and ends those that outstay their time.
struct Acceptor: Sendable {
  private let socket: ListeningSocket
  private let service: ListenerService
  private let takesSignals: Bool
  private let places: Int
  private let pulse: Duration
  private let stopDeadline: Duration
  private let now: @Sendable () -> ContinuousClock.Instant

  // Only the pages of it that are touched cost memory.
  private static let stackSize = 512 << 10

  init(_ socket: ListeningSocket, service: ListenerService, configuration: HTTPListener.Configuration) {
    self.socket = socket
    self.service = service
    places = OpenFiles.room(for: configuration.connectionLimit)
    takesSignals = configuration.takesSignals
    pulse = configuration.headDeadline / 20
    stopDeadline = configuration.stopDeadline
    now = configuration.now
  }

  private var connections: ConnectionTable { service.connections }

  /// Works until `stopping` opens; then no more connections are taken, and all are closed.
  func run(until stopping: Latch) {
    socket.takeWithoutWaiting()
    var lastLook = ContinuousClock.now
    while stopping.wait(for: pulse, orReadable: socket.descriptor) != .open {
      takeUp()
      guard ContinuousClock.now - lastLook >= pulse else { continue }
      connections.endOverdue()
      lastLook = .now
    }
    // Those that still knock were promised an answer by the system.
    takeUp()
    socket.refuse()
    end()
  }

  /// Takes up those that knock, but no more than there are places for, so that none of them delays the rest.
  private func takeUp() {
    for _ in 0..<places {
      let peer = socket.take()
      if peer >= 0 {
        admit(peer)
      } else if errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM {
        // They stay in the system's queue until there is room.
        _ = connections.makeRoom()
        usleep(1000)
        return
      } else if errno != ECONNABORTED && errno != EINTR {
        return
      }
    }
  }

  private func admit(_ peer: Int32) {
    guard service.peerRule.admits(peer) else {
      close(peer)
      return
    }
    let isRoom = isRoom()
    let connection = connections.add(peer)
    guard isRoom else { return turnAway(connection) }
    do throws(ListenError) {
      try startThread(stackSize: Self.stackSize, takesSignals: takesSignals) { [service] in
        var conversation = Conversation(on: connection, service: service)
        conversation?.run()
      }
    } catch {
      turnAway(connection)
    }
  }

  /// Whether there is a place for a newcomer. One in eight is kept for them: the idle have to make room before
  /// all are taken, or a few thousand connections that do nothing would shut everybody else out.
  private func isRoom() -> Bool {
    if connections.count < places - max(1, places / 8) { return true }
    let oneLeaves = connections.makeRoom()
    // The one that leaves is gone in a moment.
    for _ in 0..<100 where oneLeaves && connections.count >= places { usleep(100) }
    return connections.count < places
  }

  private func turnAway(_ connection: Connection) {
    // That does not wait: it is the first that is sent on the connection, and short. To encrypt it would.
    if service.identity == nil {
      let response = Refusal.unavailable.response
      let message = ResponseMessage(response, at: HTTPDate(service.date()), isLast: true)
      _ = message.bytes.withUnsafeBytes { connection.send($0) }
    }
    connection.stopWriting()
    connections.close(connection)
  }

  /// Lets the requests that have come in be answered, and closes the rest.
  private func end() {
    service.drain()
    let deadline = now() + stopDeadline
    while connections.count > 0, now() < deadline {
      // Again and again, since a request that was running may leave an idle connection behind.
      connections.endIdle()
      connections.endOverdue()
      usleep(1000)
    }
    connections.endAll()
  }
}
