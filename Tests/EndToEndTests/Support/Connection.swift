import LibC

/// One end of a connection.
final class Connection: Sendable {
  let descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  init?(toPort port: UInt16) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = LoopbackServer.loopback(port: port)
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { return nil }
  }

  deinit {
    close(descriptor)
  }

  /// What has come; empty at the end.
  func receive() -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var count: Int
    repeat { count = recv(descriptor, &chunk, chunk.count, 0) } while count < 0 && errno == EINTR
    return Array(chunk[..<max(0, count)])
  }

  /// False where the other end is gone.
  @discardableResult
  func send(_ bytes: some Collection<UInt8>) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        LibC.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(text.utf8) }
}
