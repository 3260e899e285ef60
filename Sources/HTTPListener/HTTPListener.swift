package import HTTP
private import LibC

/// Serves a handler on a port, over HTTP/1.1.
///
/// Each connection has a thread of its own, because handlers block: they wait for a commit that many share.
/// A worker shared by connections would make some wait for others.
package final class HTTPListener: Sendable {
  /// The address listened on, and the port, also where any was asked for.
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

  /// The address that `socket` listens on; nil where it is no socket of an IP address.
  package static func host(of socket: Int32) -> String? {
    SocketAddress(ownOf: socket).flatMap { [AF_INET, AF_INET6].contains($0.family) ? $0.host : nil }
  }

  /// Stops accepting, lets the requests that have come in be answered, and returns when all is closed.
  ///
  /// A request that takes longer than the stop deadline loses its connection. May be called from any thread
  /// but a handler's, and more than once.
  package func stop() {
    stopping.open()
    _ = hasStopped.wait()
  }

  /// Whether the listener has stopped, having waited for that up to `limit`, or until `interruption` became
  /// readable.
  package func waitUntilStopped(for limit: Duration? = nil, orReadable interruption: Int32 = -1) -> Bool {
    hasStopped.wait(for: limit, orReadable: interruption) == .open
  }
}
