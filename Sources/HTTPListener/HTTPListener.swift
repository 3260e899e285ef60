package import HTTP
private import LibC

/// A server that listens on a port and serves a handler over HTTP/1.1.
///
/// Each connection has its own thread, because handlers block: they wait for a commit that many requests share. With
/// shared worker threads, some connections would wait for others.
package final class HTTPListener: Sendable {
  /// The listening address and port.
  ///
  /// If port 0 was requested, this is the actual port.
  package let host: String
  package let port: UInt16

  let service: ListenerService
  private let stopping: Latch
  private let hasStopped: Latch

  package init(
    _ handler: any HTTPHandler, configuration: Configuration = Configuration()
  ) throws(ListenError) {
    let socket =
      if let given = configuration.socket {
        try ListeningSocket(listening: given)
      } else {
        try ListeningSocket(host: configuration.host, port: configuration.port)
      }
    host = configuration.socket.flatMap { Self.host(of: $0) } ?? configuration.host
    port = socket.port
    stopping = try Latch()
    hasStopped = try Latch()
    service = ListenerService(handler: handler, configuration: configuration)
    let acceptor = Acceptor(socket, service: service, configuration: configuration)
    try startThread(takesSignals: configuration.takesSignals) { [stopping, hasStopped] in
      acceptor.run(until: stopping)
      hasStopped.open()
    }
  }

  deinit {
    stop()
  }

  /// Returns the address that `socket` listens on, or nil if it is not an IP socket.
  package static func host(of socket: Int32) -> String? {
    SocketAddress(ownOf: socket).flatMap { [AF_INET, AF_INET6].contains($0.family) ? $0.host : nil }
  }

  /// Stops accepting connections, lets started requests finish, and returns when everything is closed.
  ///
  /// A request that takes longer than the stop deadline loses its connection. You can call this more than once, and
  /// from any thread except a handler's.
  package func stop() {
    stopping.open()
    _ = hasStopped.wait()
  }

  /// Waits until the listener has stopped, `limit` has passed, or `interruption` is readable.
  ///
  /// Returns whether it has stopped.
  package func waitUntilStopped(for limit: Duration? = nil, orReadable interruption: Int32 = -1) -> Bool {
    hasStopped.wait(for: limit, orReadable: interruption) == .open
  }
}
