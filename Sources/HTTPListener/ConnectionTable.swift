private import Synchronization

/// The open connections.
///
/// Sockets are shut down under the lock, which a closing connection needs too: so never another's that has
/// just got the same number.
final class ConnectionTable: Sendable {
  private let deadlines: Connection.Deadlines
  private let connections = Mutex<[Int32: Connection]>([:])

  init(deadlines: Connection.Deadlines) {
    self.deadlines = deadlines
  }

  func add(_ socket: Int32) -> Connection {
    let connection = Connection(socket: socket, deadlines: deadlines)
    connections.withLock { $0[socket] = connection }
    return connection
  }

  func remove(_ socket: Int32) {
    connections.withLock { _ = $0.removeValue(forKey: socket) }
  }

  var isEmpty: Bool {
    connections.withLock { $0.isEmpty }
  }

  func endOverdue() {
    let now = ContinuousClock.now
    connections.withLock {
      for connection in $0.values where connection.isOverdue(at: now) { connection.cut() }
    }
  }

  func endIdle() {
    connections.withLock {
      for connection in $0.values where connection.isWaiting { connection.stopReading() }
    }
  }
}
