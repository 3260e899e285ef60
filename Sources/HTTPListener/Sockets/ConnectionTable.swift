private import LibC
internal import Synchronization

/// The open connections.
///
/// Sockets are shut down under the lock, which closing a connection needs too. So this never shuts down another socket
/// that just got the same number.
final class ConnectionTable: Sendable {
  private let deadlines: Connection.Deadlines
  private let now: @Sendable () -> ContinuousClock.Instant
  let open = Mutex<[Int32: Connection]>([:])

  init(deadlines: Connection.Deadlines, now: @escaping @Sendable () -> ContinuousClock.Instant) {
    self.deadlines = deadlines
    self.now = now
  }

  func add(_ socket: Int32) -> Connection {
    let connection = Connection(socket: socket, deadlines: deadlines, now: now)
    open.withLock { $0[socket] = connection }
    return connection
  }

  func close(_ connection: Connection) {
    open.withLock {
      $0[connection.socket] = nil
      LibC.close(connection.socket)
    }
  }

  var count: Int {
    open.withLock { $0.count }
  }

  /// Makes the connection give way that is needed least.
  ///
  /// Returns false if all have a request.
  ///
  /// The order is: a connection that has ended, the one that was idle longest, the one whose head has been arriving
  /// longest.
  func makeRoom() -> Bool {
    open.withLock { connections in
      let dispensable = connections.values.compactMap { connection in
        connection.dispensability.map { (order: $0, connection: connection) }
      }
      guard let least = dispensable.min(by: { $0.order < $1.order }) else { return false }
      least.connection.giveWay()
      return true
    }
  }

  func endOverdue() {
    let now = now()
    open.withLock {
      for connection in $0.values where connection.isOverdue(at: now) { connection.giveUp(at: now) }
    }
  }

  func endIdle() {
    open.withLock {
      for connection in $0.values where connection.isWaiting { connection.endWaiting() }
    }
  }

  func endAll() {
    open.withLock {
      for connection in $0.values { connection.cut() }
    }
  }
}
