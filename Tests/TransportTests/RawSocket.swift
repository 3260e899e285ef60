import LibC

/// A connected TCP socket on loopback, for peers that do not keep to HTTP.
final class RawSocket: Sendable {
  let descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  convenience init(connectedTo port: UInt16) {
    self.init(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    let result = withLoopback(port: port) { connect(descriptor, $0, $1) }
    precondition(result == 0, "cannot connect: \(String(cString: strerror(errno)))")
  }

  deinit {
    close(descriptor)
  }

  /// Has the system take in no more ahead of what is received than about so many bytes.
  func limitAhead(to size: Int32) {
    var size = size
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Whether all of it could be sent.
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
  func send(_ text: String) -> Bool {
    send(text.utf8)
  }

  /// The bytes up to and with `end`, or up to the peer's end.
  func receive(until end: String) -> String {
    var bytes: [UInt8] = []
    let end = Array(end.utf8)
    var byte: UInt8 = 0
    while bytes.suffix(end.count) != end[...], recv(descriptor, &byte, 1, 0) == 1 { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  func receive(count: Int) -> String {
    // Asked for nothing, the system would wait for something.
    guard count > 0 else { return "" }
    var bytes = [UInt8](repeating: 0, count: count)
    let received = recv(descriptor, &bytes, count, Int32(MSG_WAITALL))
    return String(decoding: bytes.prefix(max(0, received)), as: UTF8.self)
  }

  /// Everything up to the peer's end; nil where the peer does not end, or resets the connection.
  func receiveAll() -> String? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &piece, piece.count, 0)
      guard count >= 0 else { return nil }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += piece.prefix(count)
    }
  }

  /// One message: its head, and its body by its Content-Length.
  func receiveMessage() -> String {
    let head = receive(until: "\r\n\r\n")
    let field = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
    return head + receive(count: field.flatMap { Int($0.dropFirst("content-length: ".count)) } ?? 0)
  }

  /// Whether the peer has ended the connection; waits for it.
  var isEnded: Bool {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, 0)
    return count == 0 || count < 0 && errno != EAGAIN
  }

  /// Whether the peer has not ended the connection by now; what it has sent stays to be received.
  var isOpen: Bool {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
    return count > 0 || count < 0 && errno == EAGAIN
  }

  /// Ends with a reset instead of a regular end.
  func reset() {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    // An address without a family dissolves the connection; the descriptor stays the deinitializer's.
    var nobody = sockaddr()
    nobody.sa_family = sa_family_t(AF_UNSPEC)
    connect(descriptor, &nobody, socklen_t(MemoryLayout<sockaddr>.size))
  }
}

func withLoopback<Result>(
  port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}
