internal import HTTP
private import LibC

/// A loop that accepts connections, with one thread for each, and closes those that exceed their time.
struct Acceptor: Sendable {
  private let socket: ListeningSocket
  private let service: ListenerService
  private let takesSignals: Bool
  private let places: Int
  private let pulse: Duration
  private let stopDeadline: Duration
  private let now: @Sendable () -> ContinuousClock.Instant

  // Only the pages that are used cost memory.
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

  /// Works until `stopping` opens.
  ///
  /// Then it accepts no more connections, and closes all of them.
  func run(until stopping: Latch) {
    socket.takeWithoutWaiting()
    var lastLook = ContinuousClock.now
    while stopping.wait(for: pulse, orReadable: socket.descriptor) != .open {
      takeUp()
      guard ContinuousClock.now - lastLook >= pulse else { continue }
      connections.endOverdue()
      lastLook = .now
    }
    // The system has already completed these connections, so their clients expect an answer.
    takeUp()
    socket.refuse()
    end()
  }

  /// Accepts waiting connections, but not more than there are places, so none of them delays the others.
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

  /// Returns whether there is a place for a new connection.
  ///
  /// One place in eight is reserved for new connections. Idle connections must give way before all places are taken.
  /// Otherwise, a few thousand idle connections would lock out all other clients.
  private func isRoom() -> Bool {
    if connections.count < places - max(1, places / 8) { return true }
    let oneLeaves = connections.makeRoom()
    // The connection that leaves is closed very soon.
    for _ in 0..<100 where oneLeaves && connections.count >= places { usleep(100) }
    return connections.count < places
  }

  private func turnAway(_ connection: Connection) {
    // This does not block: it is the first data on the connection, and short. With TLS it would block.
    if service.identity == nil {
      let response = Refusal.unavailable.response
      let message = ResponseMessage(response, at: HTTPDate(service.date()), isLast: true)
      _ = message.bytes.withUnsafeBytes { connection.send($0) }
    }
    connection.stopWriting()
    connections.close(connection)
  }

  /// Lets started requests finish, and closes the other connections.
  private func end() {
    service.drain()
    let deadline = now() + stopDeadline
    while connections.count > 0, now() < deadline {
      // This repeats, because a running request may leave an idle connection behind.
      connections.endIdle()
      connections.endOverdue()
      usleep(1000)
    }
    connections.endAll()
  }
}
