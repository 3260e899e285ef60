import LibC
import Synchronization

@testable import HTTPListener

/// A server on loopback that does with each connection what it is told to.
final class FaultServer: Sendable {
  let port: UInt16
  private let socket: ListeningSocket
  private let served = Mutex(0)

  var origin: String { "http://127.0.0.1:\(port)" }
  /// How many connections came.
  var connections: Int { served.withLock { $0 } }

  /// `serve` is given each connection and its number, counted from 0.
  init(_ serve: @escaping @Sendable (RawSocket, Int) -> Void) throws {
    socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    port = socket.port
    try startThread { [socket, weak self] in
      while case let peer = accept(socket.descriptor, nil, nil), peer >= 0 {
        let connection = RawSocket(peer)
        guard let number = self?.count() else { return }
        try? startThread { serve(connection, number) }
      }
    }
  }

  deinit {
    // Ends the accepting thread, and with it the socket.
    socket.refuse()
  }

  /// A server that reads a request, writes `answer` and ends the connection.
  convenience init(answer: some Collection<UInt8>) throws {
    let answer = Array(answer)
    try self.init { connection, _ in
      _ = connection.receiveMessage()
      connection.send(answer)
    }
  }

  convenience init(answer: String) throws {
    try self.init(answer: answer.utf8)
  }

  private func count() -> Int {
    served.withLock { number in
      defer { number += 1 }
      return number
    }
  }
}
