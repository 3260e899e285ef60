package import BrowserPages
import Essentials
package import HTTP
import LibC

/// A browser, as far as a server sees one; it can send any head it likes.
package struct Browser {
  package let port: UInt16

  package init(port: UInt16) { self.port = port }

  package init(_ server: PageServer) {
    guard let port = server.origin.split(separator: ":").last.flatMap({ UInt16($0) })
    else { fatalError("no port in \(server.origin)") }
    self.port = port
  }

  package struct Answer: Equatable {
    package let status: Int
    package let headers: HTTPHeaders
    package let body: String

    package init?(_ text: String) {
      guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
      let lines = text[..<end.lowerBound].split(separator: "\r\n")
      guard lines[0].hasPrefix("HTTP/1.1 "), let status = Int(lines[0].dropFirst(9).prefix(3))
      else { return nil }
      var headers = HTTPHeaders()
      for line in lines.dropFirst() {
        let halves = line.split(separator: ":", maxSplits: 1)
        headers.append(String(halves[0]), String(halves[1].drop { $0 == " " }))
      }
      self.status = status
      self.headers = headers
      body = String(text[end.upperBound...])
    }

    /// The `name=value` that the answer has a browser keep.
    package var cookie: String? {
      headers["Set-Cookie"].map { String($0.prefix { $0 != ";" }) }
    }

    /// The hidden fields of the form in the answer.
    package var fields: [QueryItem] {
      body.split(separator: "<input type=\"hidden\" name=\"").dropFirst().map { input in
        let halves = input.split(separator: "\" value=\"", maxSplits: 1, omittingEmptySubsequences: false)
        let value = halves[1].prefix { $0 != "\"" }
        return QueryItem(
          String(halves[0]),
          value.split(separator: "&amp;", omittingEmptySubsequences: false).joined(separator: "&"))
      }
    }
  }

  /// A connection to the port; nil where it is refused.
  package func connection() -> Connection? { Connection(port: port) }

  /// What `request` is answered with; nil where the connection ends without an answer.
  package func send(_ request: Request) -> Answer? {
    connection().flatMap { connection in
      connection.send(request.text)
      return connection.answer()
    }
  }

  /// A request as a person's browser would send it, until it is changed.
  package struct Request {
    package var method: String
    package var target: String
    package var fields: [(String, String)]
    package var body: String

    package init(method: String = "GET", target: String, fields: [(String, String)], body: String) {
      self.method = method
      self.target = target
      self.fields = fields
      self.body = body
    }

    package var text: String {
      var fields = fields
      if !body.isEmpty { fields.append(("Content-Length", "\(body.utf8.count)")) }
      return "\(method) \(target) HTTP/1.1\r\n"
        + fields.map { "\($0): \($1)\r\n" }.joined() + "Connection: close\r\n\r\n" + body
    }

    package func with(_ name: String, _ value: String?...) -> Request {
      var changed = self
      changed.fields.removeAll { $0.0 == name }
      for value in value { if let value { changed.fields.append((name, value)) } }
      return changed
    }

    package func changed(_ change: (inout Request) -> Void) -> Request {
      var changed = self
      change(&changed)
      return changed
    }
  }

  /// A person goes to `url`: typed in, or from a page of `site`.
  package func visit(_ url: String, from site: String = "none", cookie: String? = nil) -> Request {
    let rest = url.drop { $0 != "/" }.dropFirst(2)
    let target = rest.drop { $0 != "/" }
    return Request(
      target: target.isEmpty ? "/" : String(target),
      fields: [
        ("Host", String(rest.prefix { $0 != "/" })), ("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "navigate"),
        ("Sec-Fetch-Dest", "document"),
      ], body: ""
    ).with("Cookie", cookie)
  }

  /// One of the server's pages sends its form.
  package func post(_ form: [QueryItem], to server: PageServer, cookie: String?) -> Request {
    visit(server.origin + "/result", from: "same-origin", cookie: cookie)
      .with("Origin", server.origin).with("Content-Type", "application/x-www-form-urlencoded")
      .changed {
        $0.method = "POST"
        $0.body = FormEncoding.encode(form)
      }
  }

  /// A TCP connection on loopback.
  package final class Connection {
    private let descriptor: Int32

    package init?(port: UInt16) {
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      var limit = timeval(tv_sec: 60, tv_usec: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      if result != 0 { return nil }
    }

    deinit { close(descriptor) }

    package func send(_ text: String) {
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          LibC.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }

    /// Everything up to the peer's end.
    package func answer() -> Answer? {
      var bytes: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = recv(descriptor, &piece, piece.count, 0)
        // Other tests send signals to this process.
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        bytes += piece.prefix(count)
      }
      return Answer(String(decoding: bytes, as: UTF8.self))
    }
  }
}
