private import Essentials
internal import HTTP

/// The head of a request, with the rules that it must follow.
struct RequestHead {
  let method: String
  let target: String
  /// The protocol's minor version.
  ///
  /// Versions after 1.1 are read like 1.1.
  let minorVersion: UInt8
  let headers: HTTPHeaders

  /// Fields that identify the client and its request.
  ///
  /// With two of them, one parser uses the first and another the last.
  private static let single = ["Authorization", "Content-Type", "Origin", "Sec-Fetch-Site"]

  enum Framing: Equatable {
    case length(Int)
    case chunked
  }

  /// Parses the request line and the field lines.
  ///
  /// They have no line ends or control characters.
  init(start: String, fields: [String]) throws(Refusal) {
    let words = start.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, words[0].isToken, !words[1].isEmpty,
      words[1].allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .malformed("request line") }
    method = String(Substring(words[0]))
    target = String(Substring(words[1]))
    minorVersion = try Self.minorVersion(words[2])
    var headers = HTTPHeaders()
    for field in fields {
      let (name, value) = try Self.field(field)
      headers.append(name, value)
    }
    self.headers = headers
  }

  private static func minorVersion(_ text: Substring.UTF8View) throws(Refusal) -> UInt8 {
    let digits = text.suffix(3)
    guard text.starts(with: "HTTP/".utf8), text.count == 8, let major = digits.first, let minor = digits.last,
      major.isDigit, digits.dropFirst().first == UInt8(ascii: "."), minor.isDigit
    else { throw .malformed("request line") }
    guard major == UInt8(ascii: "1") else { throw .versionUnknown }
    return minor - UInt8(ascii: "0")
  }

  static func field(_ line: String) throws(Refusal) -> (name: String, value: String) {
    // A line that begins with a space would continue the previous line. A space before the colon would hide the field
    // from code that compares names.
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), line.utf8[..<colon].isToken
    else { throw .malformed("header field") }
    return (String(line[..<colon]), line.utf8[colon...].dropFirst().withoutBlanks)
  }

  /// Returns how the end of the body is determined.
  ///
  /// With two contradicting fields, a request could hide inside another one, so only one is allowed.
  func framing() throws(Refusal) -> Framing {
    let lengths = headers.values(of: "Content-Length")
    let encodings = headers.values(of: "Transfer-Encoding")
    switch (lengths.count, encodings.count) {
    case (0, 0): return .length(0)
    case (1, 0):
      guard !lengths[0].isEmpty, lengths[0].utf8.allSatisfy({ (0x30...0x39).contains($0) })
      else { throw .malformed("Content-Length") }
      guard let length = Int(lengths[0]) else { throw .bodyTooLarge }
      return .length(length)
    case (0, 1):
      guard encodings[0].hasBytes(ofAnyCase: "chunked"), !isOld
      else { throw .malformed("Transfer-Encoding") }
      return .chunked
    default: throw .malformed("Content-Length and Transfer-Encoding")
    }
  }

  /// Returns the request without its body.
  ///
  /// - Parameters:
  ///   - scheme: The scheme of the connection. Nil if only a proxy knows it and does not say.
  ///   - own: The address that it came to.
  ///   - peer: The address that it came from.
  func request(
    hostRule: HostRule, over scheme: Origin.Scheme?, at own: @autoclosure () -> String?, from peer: String?
  ) throws(Refusal) -> HTTPRequest {
    let hosts = headers.values(of: "Host")
    guard hosts.count == 1 || hosts.isEmpty && isOld else { throw .malformed("Host") }
    let target = try target(at: hosts.first, over: scheme)
    guard hosts.allSatisfy({ hostRule.permits($0, at: own()) }) else { throw .hostNotAllowed }
    for name in Self.single where headers.values(of: name).count > 1 { throw .malformed(name) }
    guard let method = HTTPMethod(rawValue: method) else { throw .methodUnknown }
    // This works on bytes: splitting characters took longer than everything else.
    let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
    let path = String(target[..<mark])
    guard path.utf8.first == UInt8(ascii: "/") || path == "*" && method == .options,
      FormEncoding.decodeSegment(path) != nil,
      let query = FormEncoding.decode(String(Substring(target.utf8[mark...].dropFirst())))
    else { throw .malformed("request target") }
    return HTTPRequest(method: method, path: path, query: query, headers: headers, peer: peer)
  }

  /// Returns the requested path and query.
  ///
  /// Clients send a complete URL to a proxy, and may send one here. It must have the same host as the `Host` field,
  /// because parsers disagree about which of two hosts counts. It must also have the scheme of the connection (RFC 9110
  /// §7.4).
  private func target(at host: String?, over scheme: Origin.Scheme?) throws(Refusal) -> Substring {
    if target.utf8.first == UInt8(ascii: "/") || target == "*" { return target[...] }
    guard let colon = target.utf8.firstIndex(of: UInt8(ascii: ":")),
      let said = Origin.Scheme(rawValue: target[..<colon].asciiLowercased()), said == scheme ?? said,
      target[colon...].hasPrefix("://"), let host
    else { throw .malformed("request target") }
    let rest = target[colon...].dropFirst(3)
    let end = rest.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
    guard String(rest[..<end]).hasBytes(ofAnyCase: host) else { throw .malformed("request target") }
    let path = rest[end...]
    // A URL without a path asks about the server as a whole.
    if path.isEmpty, method == "OPTIONS" { return "*" }
    return path.utf8.first == UInt8(ascii: "/") ? path : "/" + path
  }

  /// Whether the peer uses HTTP/1.0.
  private var isOld: Bool { minorVersion == 0 }

  /// Whether the peer waits for permission before it sends the body.
  var expectsContinue: Bool {
    !isOld && headers.values(of: "Expect").contains { $0.hasBytes(ofAnyCase: "100-continue") }
  }

  /// Whether to close the connection after the answer.
  ///
  /// HTTP/1.0 clients expect that.
  var isLast: Bool {
    isOld
      || headers.values(of: "Connection").contains { value in
        value.asciiLowercased().utf8.split(separator: UInt8(ascii: ",")).contains {
          $0.withoutBlanks == "close"
        }
      }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}

extension Substring.UTF8View {
  /// Whether this is an HTTP token: a word without separators.
  fileprivate var isToken: Bool {
    !isEmpty
      && allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"):
          true
        default: "!#$%&'*+.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// The text without leading and trailing spaces and tabs.
  fileprivate var withoutBlanks: String {
    var text = drop { $0 == 0x20 || $0 == 0x09 }
    while text.last == 0x20 || text.last == 0x09 { text.removeLast() }
    return String(Substring(text))
  }
}
