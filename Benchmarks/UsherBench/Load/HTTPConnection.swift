import LibC

/// A connection to a server on this machine, kept open between requests.
///
/// It does little work, because it shares the processors with the server.
final class HTTPConnection {
  let socket: Int32
  private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
  private var filled = 0

  init(port: UInt16) throws {
    socket = LibC.socket(AF_INET, streamType, 0)
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw Failure("no connection to port \(port): \(lastError)") }
    var on: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  deinit {
    close(socket)
    buffer.deallocate()
  }

  func send(_ request: String) throws {
    var request = request
    let sent = request.withUTF8 { LibC.send(socket, $0.baseAddress, $0.count, 0) }
    guard sent == request.utf8.count else { throw Failure("a request was not taken: \(lastError)") }
  }

  /// Reads the received bytes, and returns the response's body when it is complete.
  ///
  /// The body is valid until the next request.
  func receive() throws -> UnsafeRawBufferPointer? {
    if filled == buffer.count {
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * buffer.count, alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
      buffer.deallocate()
      buffer = larger
    }
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
    let count = recv(socket, room.baseAddress, room.count, 0)
    guard count > 0 else { throw Failure("the server hung up") }
    filled += count
    let answer = UnsafeRawBufferPointer(rebasing: buffer[..<filled])
    guard let head = answer.firstRange(of: "\r\n\r\n") else { return nil }
    guard let length = answer.number(after: "\r\nContent-Length: ") else {
      throw Failure("an answer without length")
    }
    guard filled >= head.upperBound + length else { return nil }
    guard answer.number(after: "HTTP/1.1 ") == 200 else {
      throw Failure("the server refused: " + String(decoding: answer, as: UTF8.self))
    }
    filled = 0
    return UnsafeRawBufferPointer(rebasing: answer[head.upperBound...])
  }

  /// Sends one request and waits for its response.
  func exchange(_ request: String) throws -> UnsafeRawBufferPointer {
    try send(request)
    while true {
      if let body = try receive() { return body }
    }
  }
}

#if canImport(Glibc)
  private let streamType = Int32(SOCK_STREAM.rawValue)
#else
  private let streamType = SOCK_STREAM
#endif

extension UnsafeRawBufferPointer {
  func firstRange(of text: StaticString) -> Range<Int>? {
    let size = text.utf8CodeUnitCount
    var start = 0
    while let baseAddress, count - start >= size {
      // Use memchr, because it checks many bytes at a time.
      guard let found = memchr(baseAddress + start, Int32(text.utf8Start.pointee), count - start - size + 1)
      else { return nil }
      if memcmp(found, text.utf8Start, size) == 0 {
        start = UnsafeRawPointer(found) - baseAddress
        return start..<start + size
      }
      start = UnsafeRawPointer(found) - baseAddress + 1
    }
    return nil
  }

  /// Returns the text between `mark` and the next quotation mark.
  func string(after mark: StaticString) -> String? {
    guard let start = firstRange(of: mark)?.upperBound,
      let end = self[start...].firstIndex(of: UInt8(ascii: "\""))
    else { return nil }
    return String(decoding: self[start..<end], as: UTF8.self)
  }

  fileprivate func number(after mark: StaticString) -> Int? {
    guard let start = firstRange(of: mark)?.upperBound else { return nil }
    let digits = self[start...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return digits.isEmpty ? nil : digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}
