internal import HTTP

/// A request's head as it came in, and the rules that it must keep.
struct RequestHead {
  let method: String
  let version: String
  let target: String
  let headers: HTTPHeaders

  enum Framing: Equatable {
    case length(Int)
    case chunked
  }

  /// How the body's end is known. Two opinions about that let a request hide in another, so only one counts.
  func framing() throws(Refusal) -> Framing {
    let lengths = values(of: "content-length")
    let encodings = values(of: "transfer-encoding")
    switch (lengths.count, encodings.count) {
    case (0, 0): return .length(0)
    case (1, 0):
      guard lengths[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(lengths[0])
      else { throw .malformed("Content-Length") }
      return .length(length)
    case (0, 1):
      guard encodings[0].lowercased() == "chunked", version == "HTTP/1.1"
      else { throw .malformed("Transfer-Encoding") }
      return .chunked
    default: throw .malformed("Content-Length and Transfer-Encoding")
    }
  }

  /// The request, still without its body.
  func request(hostRule: HostRule) throws(Refusal) -> HTTPRequest {
    let hosts = values(of: "host")
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else { throw .malformed("protocol version") }
    guard hosts.count == 1 || hosts.isEmpty && version == "HTTP/1.0" else { throw .malformed("Host") }
    guard hosts.allSatisfy(hostRule.permits) else { throw .hostNotAllowed }
    guard let method = HTTPMethod(rawValue: method) else { throw .methodUnknown }
    // By bytes: finding the borders of characters took longer than all the rest.
    let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
    let path = String(target[..<mark])
    guard path.hasPrefix("/"), FormEncoding.decodeSegment(path) != nil,
      let query = FormEncoding.decode(String(Substring(target.utf8[mark...].dropFirst())))
    else { throw .malformed("request target") }
    return HTTPRequest(method: method, path: path, query: query, headers: headers)
  }

  private func values(of name: String) -> [String] {
    headers.fields.filter { $0.name.utf8.count == name.utf8.count && $0.name.lowercased() == name }
      .map(\.value)
  }
}
