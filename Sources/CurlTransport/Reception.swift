internal import Essentials
internal import HTTP

/// An answer that is being received, with its limits.
///
/// libcurl's callbacks end here. Returning less than was offered, or false, ends the request.
final class Reception {
  /// The reason why this object ended the request.
  private(set) var failure: HTTPError?

  private let headLimit: Int
  private let bodyLimit: Int
  private let isInterrupted: @Sendable () -> Bool
  private var headSize = 0
  private var headIsComplete = false
  private(set) var wasSent = false
  private var headers = HTTPHeaders()
  private var body = Data()

  init(headLimit: Int, bodyLimit: Int, isInterrupted: @escaping @Sendable () -> Bool) {
    self.headLimit = headLimit
    self.bodyLimit = bodyLimit
    self.isInterrupted = isInterrupted
  }

  static func from(_ context: UnsafeMutableRawPointer?) -> Reception {
    guard let context else { fatalError("a callback without its context") }
    return Unmanaged.fromOpaque(context).takeUnretainedValue()
  }

  /// Receives one line of the head or of the trailer.
  ///
  /// Nobody uses the trailer.
  func receiveHead(_ line: UnsafeRawBufferPointer) -> Int {
    headSize += line.count
    guard headSize <= headLimit else { return end(.malformed(reason: "the header is too large")) }
    guard !line.contains(0) else { return end(.malformed(reason: "a NUL in the header")) }
    if line.starts(with: "HTTP/".utf8) {
      // This is a status line. It may follow the status line of an interim answer.
      headers = HTTPHeaders()
      headIsComplete = false
    } else if line.first == UInt8(ascii: "\r") || line.first == UInt8(ascii: "\n") {
      headIsComplete = true
    } else if !headIsComplete, let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      headers.append(
        String(decoding: line[..<colon], as: UTF8.self),
        String(decoding: Self.trimmed(line[(colon + 1)...]), as: UTF8.self))
    }
    return line.count
  }

  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard body.count + bytes.count <= bodyLimit else { return end(.tooLarge(limit: bodyLimit)) }
    body.append(contentsOf: bytes)
    return bytes.count
  }

  func mayGoOn() -> Bool {
    if isInterrupted() { _ = end(.interrupted) }
    return failure == nil
  }

  /// Returns whether the request may be sent on the connection: only once.
  ///
  /// Otherwise, libcurl would send it again if a reused connection ends without an answer.
  func maySend() -> Bool {
    if wasSent { _ = end(.cutOff) }
    wasSent = true
    return failure == nil
  }

  /// Returns the answer after libcurl reports success.
  func response(status: Int, takesRedirects: Bool = false) throws(HTTPError) -> HTTPResponse {
    // libcurl also accepts a head that ends too early.
    guard headIsComplete else { throw .cutOff }
    switch status {
    case 300..<400 where !takesRedirects: throw .redirected(status: status)
    case 407: throw .proxyRefused(status: 407)
    case 200..<600: return HTTPResponse(status: status, headers: headers, body: body)
    default: throw .malformed(reason: "no such status: \(status)")
    }
  }

  private func end(_ error: HTTPError) -> Int {
    failure = failure ?? error
    return 0
  }

  private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
    let end = bytes.lastIndex { $0 > 0x20 } ?? start
    return bytes[start..<min(end + 1, bytes.endIndex)]
  }
}
