import Essentials
import HTTP

@testable import HTTPListener

extension FuzzTarget {
  /// Checks HTTP requests.
  ///
  /// The end of a request must not depend on how its bytes arrive. A request that is written and read again must stay
  /// the same.
  static let request = FuzzTarget(name: "http") { bytes in
    let whole = ReadRequest.all(in: bytes, piece: bytes.count)
    demand(ReadRequest.all(in: bytes, piece: 1) == whole, "another request byte by byte")
    demand(
      ReadRequest.all(in: bytes, piece: 1 + Int(bytes.first ?? 0) % 37) == whole, "another request in pieces")
    for read in whole {
      for field in read.head {
        demand(field.name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x3A }, "no name")
        demand(field.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 9 }, "a control character")
      }
      demand(read.target.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a raw target")
      demand(read.body.count <= ReadRequest.bodyLimit, "too large a body")
      let written = read.written
      // The written head has no chunked encoding, so it can exceed the limit.
      guard written.count - read.body.count <= ReadRequest.headLimit else { continue }
      demand(ReadRequest.all(in: written, piece: written.count) == [read], "another request written down")
      let answer = ResponseMessage(
        HTTPResponse(status: 200, headers: read.headers, body: Data([13, 10, 13, 10])),
        at: HTTPDate(Date(timeIntervalSince1970: 0)), isLast: false)
      let lines = String(decoding: answer.bytes, as: UTF8.self).split(
        separator: "\r\n", omittingEmptySubsequences: false)
      let framing = ["content-length", "transfer-encoding", "connection", "date"]
      let expected = read.head.count { !framing.contains($0.name.lowercased()) }
      demand(lines.firstIndex(of: "") == expected + 3, "an answer of other fields")
    }
  }
}

/// A request in the form in which it reaches the handler.
private struct ReadRequest: Equatable {
  static let headLimit = 1024
  static let bodyLimit = 256

  let method: String
  let target: String
  let minorVersion: UInt8
  /// The headers without those that frame the body.
  let headers: HTTPHeaders
  let body: Data

  var head: [HTTPHeaders.Field] { headers.fields }

  /// Returns the requests of a connection, up to the first one that is refused or incomplete.
  static func all(in bytes: [UInt8], piece: Int) -> [ReadRequest] {
    var reader = RequestReader(
      Pieces(rest: bytes[...], size: max(1, piece)), headLimit: headLimit, bodyLimit: bodyLimit)
    var requests: [ReadRequest] = []
    while let head = try? reader.head(), let framing = try? head.framing(),
      let request = try? head.request(hostRule: hostRule, over: .http, at: nil, from: nil),
      let body = try? reader.body(framing)
    {
      var headers = request.headers
      headers["Content-Length"] = nil
      headers["Transfer-Encoding"] = nil
      requests.append(
        ReadRequest(
          method: head.method, target: head.target, minorVersion: head.minorVersion, headers: headers,
          body: body))
    }
    return requests
  }

  var written: [UInt8] {
    var text = "\(method) \(target) HTTP/1.\(minorVersion)\r\nContent-Length: \(body.count)\r\n"
    for field in headers.fields { text += "\(field.name): \(field.value)\r\n" }
    return Array((text + "\r\n").utf8) + body
  }

  private static let hostRule = HostRule(allowedNames: ["usher"])
}

/// A byte source that delivers its bytes in pieces.
private final class Pieces: ByteSource {
  private var rest: ArraySlice<UInt8>
  private let size: Int

  init(rest: ArraySlice<UInt8>, size: Int) {
    self.rest = rest
    self.size = size
  }

  func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let piece = rest.prefix(min(size, buffer.count))
    buffer.copyBytes(from: piece)
    rest = rest.dropFirst(piece.count)
    return piece.count
  }
}
