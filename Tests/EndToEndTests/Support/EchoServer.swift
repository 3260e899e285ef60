import LibC
import Synchronization

/// A server that notes every request and answers each with nothing, or leads elsewhere.
final class EchoServer: Sendable {
  private let server: LoopbackServer
  private let log: Log

  var port: UInt16 { server.port }
  var url: String { server.url }
  /// What came, in that order.
  var requests: [Request] { log.requests.withLock { $0 } }

  struct Request: Sendable {
    var target: String
    var headers: [String]
    var body: String

    func header(_ name: String) -> String? {
      headers.first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
        .map { String($0.dropFirst(name.count + 2)) }
    }
  }

  init(redirectingTo target: String? = nil) {
    let log = Log()
    self.log = log
    let head = target.map { "HTTP/1.1 302 Found\r\nLocation: \($0)" } ?? "HTTP/1.1 200 OK"
    server = LoopbackServer { client in
      guard let request = Self.read(client) else { return }
      log.requests.withLock { $0.append(request) }
      client.send(Array("\(head)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8))
    }
  }

  private static func read(_ client: Connection) -> Request? {
    var bytes: [UInt8] = []
    while true {
      let more = client.receive()
      if more.isEmpty { return nil }
      bytes += more
      let text = String(decoding: bytes, as: UTF8.self)
      guard let end = text.firstRange(of: "\r\n\r\n") else { continue }
      var lines = text[..<end.lowerBound].split(separator: "\r\n").map(String.init)
      let words = lines.removeFirst().split(separator: " ")
      let request = Request(
        target: words.count > 1 ? String(words[1]) : "", headers: lines, body: String(text[end.upperBound...])
      )
      if request.body.utf8.count >= Int(request.header("Content-Length") ?? "0") ?? 0 { return request }
    }
  }

  private final class Log: Sendable {
    let requests = Mutex<[Request]>([])
  }
}
