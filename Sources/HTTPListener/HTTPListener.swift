internal import CMicroHTTPD
package import HTTP
private import Synchronization

/// Serves a handler on a port with libmicrohttpd, which is opened at the first listen.
///
/// Each connection has a thread of its own, because handlers block: they wait for a commit that many share.
/// A worker shared by connections would make some wait for others. Measured on two cores, client included,
/// against one epoll thread that hands requests to 64 workers: 83 000 against 60 000 requests a second with
/// 16 connections and a handler that does nothing, 85 000 against 63 000 with 64; with a handler that waits
/// 0.3 ms 35 000 against 30 000 and 54 000 against 46 000. The price is 9 KB more for each open connection:
/// 24 KB against 15. (Both written in C; with what this module adds it is 50 000 and 29 KB.)
package final class HTTPListener: Sendable {
  /// The address listened on, and the port, also where any was asked for.
  package let host: String
  package let port: UInt16

  private let socket: ListeningSocket
  private let service: Service
  private let running: Mutex<Daemon?>
  private let stopDeadline: Duration
  private let hasStopped: Latch

  package init(
    _ handler: any HTTPHandler, configuration: Configuration = Configuration()
  ) throws(ListenError) {
    guard cmicrohttpd_open() == 0 else { throw .libraryMissing(package: "libmicrohttpd12") }
    socket = try ListeningSocket(host: configuration.host, port: configuration.port)
    hasStopped = try Latch()
    service = Service(handler: handler, configuration: configuration)
    running = Mutex(try Daemon(service: service, socket: socket, configuration: configuration))
    host = configuration.host
    port = socket.port
    stopDeadline = configuration.stopDeadline
    try startThread { [connections = service.connections, hasStopped] in
      while hasStopped.wait(for: configuration.headDeadline / 20) == .timedOut { connections.endOverdue() }
    }
  }

  deinit {
    stop()
  }

  /// Stops accepting, lets the requests that have come in be answered, and returns when all is closed.
  ///
  /// A request that takes longer than the stop deadline loses its connection. May be called from any thread
  /// but a handler's, and more than once.
  package func stop() {
    guard let daemon = running.withLock({ $0.take() }) else {
      _ = hasStopped.wait()
      return
    }
    // Those that still knock were promised an answer by the system.
    socket.waitUntilNobodyKnocks(for: .milliseconds(100))
    daemon.quiesce()
    socket.refuse()
    service.drain(within: stopDeadline)
    daemon.stop()
    hasStopped.open()
  }

  /// Whether the listener has stopped, having waited for that up to `limit`, or until `interruption` became
  /// readable.
  package func waitUntilStopped(for limit: Duration? = nil, orReadable interruption: Int32 = -1) -> Bool {
    hasStopped.wait(for: limit, orReadable: interruption) == .open
  }
}
