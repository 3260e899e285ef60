private import Essentials
internal import HTTP

/// A request's head as it came in, and the rules that it must keep.
struct RequestHead {
  let method: String
  let target: String
  /// The protocol's minor version: of those after 1.1 nobody knows more than that they are read like it.
  let minorVersion: UInt8
  let headers: HTTPHeaders

  /// Fields that tell who asks for what. Of two, one reader takes the first and another the last.
  private static let single = ["Authorization", "Content-Type", "Origin", "Sec-Fetch-Site"]

  enum Framing: Equatable {
    case length(Int)
    case chunked
  }

  /// Reads the request line and the lines of the fields, none of which has a line end or a control character.
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

  /// The name and the value in the line of a field.
  static func field(_ line: String) throws(Refusal) -> (name: String, value: String) {
    // One that begins with a space would be the rest of the line before, and a space before the colon hides
    // the field from those that compare names.
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), line.utf8[..<colon].isToken
    else { throw .malformed("header field") }
    return (String(line[..<colon]), line.utf8[colon...].dropFirst().withoutBlanks)
  }

  /// How the body's end is known. Two opinions about that let a request hide in another, so only one counts.
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

  /// The request, still without its body.
  /// - Parameters:
  ///   - scheme: how it was sent; nil where only a proxy knows, and does not say.
  ///   - own: the address that it came to.
  ///   - peer: the one that it came from.
  func request(
    hostRule: HostRule, over scheme: Origin.Scheme?, at own: @autoclosure () -> String?, from peer: String?
  ) throws(Refusal) -> HTTPRequest {
    let hosts = headers.values(of: "Host")
    guard hosts.count == 1 || hosts.isEmpty && isOld else { throw .malformed("Host") }
    let target = try target(at: hosts.first, over: scheme)
    guard hosts.allSatisfy({ hostRule.permits($0, at: own()) }) else { throw .hostNotAllowed }
    for name in Self.single where headers.values(of: name).count > 1 { throw .malformed(name) }
    guard let method = HTTPMethod(rawValue: method) else { throw .methodUnknown }
    // By bytes: finding the borders of characters took longer than all the rest.
    let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
    let path = String(target[..<mark])
    guard path.utf8.first == UInt8(ascii: "/") || path == "*" && method == .options,
      FormEncoding.decodeSegment(path) != nil,
      let query = FormEncoding.decode(String(Substring(target.utf8[mark...].dropFirst())))
    else { throw .malformed("request target") }
    return HTTPRequest(method: method, path: path, query: query, headers: headers, peer: peer)
  }

  /// The path and the query that are asked for. Proxies are sent whole addresses, and so may we be: of the host that the
  /// request names anyway, as of two hosts one reader takes the first and another the last, and of the scheme that it
  /// came by (RFC 9110 §7.4).
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
    // Where an address ends after the host, it asks after the server as such.
    if path.isEmpty, method == "OPTIONS" { return "*" }
    return path.utf8.first == UInt8(ascii: "/") ? path : "/" + path
  }

  /// Whether the peer speaks HTTP/1.0.
  private var isOld: Bool { minorVersion == 0 }

  /// Whether the peer waits to be told to go on before it sends the body.
  var expectsContinue: Bool {
    !isOld && headers.values(of: "Expect").contains { $0.hasBytes(ofAnyCase: "100-continue") }
  }

  /// Whether the connection is to be closed after the answer. Those who speak HTTP/1.0 expect that.
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
  /// Whether this is what HTTP calls a token: a word without separators.
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

  /// The text without the spaces and tabs around it.
  fileprivate var withoutBlanks: String {
    var text = drop { $0 == 0x20 || $0 == 0x09 }
    while text.last == 0x20 || text.last == 0x09 { text.removeLast() }
    return String(Substring(text))
  }
}
