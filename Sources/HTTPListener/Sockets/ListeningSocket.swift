private import CSystem
private import LibC

/// A socket that listens as long as something refers to this object.
final class ListeningSocket: Sendable {
  let descriptor: Int32
  let port: UInt16

  init(host: String, port: UInt16) throws(ListenError) {
    guard var address = SocketAddress(host: host, port: port) else { throw .notAnAddress(host) }
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let descriptor = socket(address.family, stream, 0)
    guard descriptor >= 0 else { throw .failed(reason: String(cString: strerror(errno))) }
    // Child programs must not inherit it.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout.size(ofValue: on))
    // This allows a port that was in use a moment ago.
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
    if address.family == AF_INET6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, size) }
    let isListening =
      address.withPointer { pointer, size in bind(descriptor, pointer, size.pointee) } == 0
      && listen(descriptor, SOMAXCONN) == 0
      && address.withPointer { pointer, size in getsockname(descriptor, pointer, size) } == 0
    guard isListening else {
      let code = errno
      close(descriptor)
      throw ListenError(code, host: host, port: port)
    }
    self.descriptor = descriptor
    self.port = address.port
  }

  /// Takes over a listening socket that another process has created.
  init(listening descriptor: Int32) throws(ListenError) {
    var isListening: Int32 = 0
    var size = socklen_t(MemoryLayout.size(ofValue: isListening))
    guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0, isListening != 0,
      let address = SocketAddress(ownOf: descriptor), [AF_INET, AF_INET6].contains(address.family)
    else { throw .notListening(descriptor) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    self.descriptor = descriptor
    port = address.port
  }

  deinit {
    close(descriptor)
  }

  /// Makes `take` return at once from now on.
  func takeWithoutWaiting() {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Accepts a connection.
  ///
  /// On failure, returns -1 and sets `errno`.
  func take() -> Int32 {
    let peer = csystem_accept(descriptor)
    guard peer >= 0 else { return peer }
    // Answers are sent at once. They are sent in one piece anyway.
    Self.set(TCP_NODELAY, 1, of: peer)
    // This limits the system's send buffer. Otherwise megabytes would be buffered before the peer's speed is known.
    Self.set(TCP_NOTSENT_LOWAT, 128 << 10, of: peer)
    return peer
  }

  private static func set(_ option: Int32, _ value: Int32, of socket: Int32) {
    var value = value
    setsockopt(socket, Int32(IPPROTO_TCP), option, &value, socklen_t(MemoryLayout.size(ofValue: value)))
  }

  /// Stops accepting connections.
  ///
  /// The descriptor stays open, because a thread may be about to use its number.
  func refuse() {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }
}

extension ListenError {
  fileprivate init(_ code: Int32, host: String, port: UInt16) {
    self =
      switch code {
      case EADDRINUSE: .portTaken(port)
      case EACCES: .portNotPermitted(port)
      case EADDRNOTAVAIL: .addressNotAvailable(host)
      default: .failed(reason: String(cString: strerror(code)))
      }
  }
}
