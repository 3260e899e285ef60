import LibC
import Synchronization

/// A socket on loopback that does with each connection what it is told to.
final class LoopbackServer: Sendable {
  let port: UInt16
  private let socket: Int32
  private let count = Mutex(0)

  var url: String { "http://127.0.0.1:\(port)" }
  /// How many connections came.
  var connections: Int { count.withLock { $0 } }

  /// - Parameter serve: is given each connection, which is closed when it returns.
  init(_ serve: @escaping @Sendable (Connection) -> Void) {
    let socket = LibC.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    var address = Self.loopback(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        guard bind(socket, $0, length) == 0, listen(socket, 256) == 0, getsockname(socket, $0, &length) == 0
        else { fatalError("no port to be had") }
      }
    }
    self.socket = socket
    port = UInt16(bigEndian: address.sin_port)
    startThread { [weak self] in
      while case let peer = accept(socket, nil, nil), peer >= 0 || errno == EINTR {
        guard peer >= 0 else { continue }
        guard let self else {
          close(peer)
          break
        }
        count.withLock { $0 += 1 }
        startThread { serve(Connection(peer)) }
      }
      // Here, and nowhere else: who closed it while this thread is about to accept would have it take the connections
      // of whatever server gets the number next.
      close(socket)
    }
  }

  deinit {
    shutdown(socket, Int32(SHUT_RDWR))
  }

  static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
