import LibC
import Synchronization

/// Stands before a server, notes the requests that pass, and may hold answers back.
final class Relay: Sendable {
  private let server: LoopbackServer
  private let log: Log

  var url: String { server.url }

  /// Method and path of each request, in the order in which they came.
  var requests: [String] { log.lines.withLock { $0 } }

  /// How often tokens were renewed.
  var grants: Int { requests.count { $0.contains("securetoken") } }

  /// - Parameter beforeAnswering: runs before an answer's bytes go back, but for what the server says of itself at `/`.
  init(to upstream: String, beforeAnswering: @escaping @Sendable () -> Void = {}) {
    let port = UInt16(upstream.split(separator: ":").last!)!
    let log = Log()
    self.log = log
    server = LoopbackServer { client in
      guard let upstream = Connection(toPort: port) else { return }
      var isOfItself = false
      while true {
        var ends = [client, upstream].map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        poll(&ends, 2, -1)
        if ends[0].revents != 0 {
          let bytes = client.receive()
          if bytes.isEmpty { return }
          log.note(bytes)
          isOfItself = bytes.starts(with: "GET /?".utf8)
          upstream.send(bytes)
        }
        if ends[1].revents != 0 {
          let bytes = upstream.receive()
          if bytes.isEmpty { return }
          if !isOfItself { beforeAnswering() }
          client.send(bytes)
        }
      }
    }
  }

  private final class Log: Sendable {
    let lines = Mutex<[String]>([])

    /// Takes note of what begins a request.
    func note(_ bytes: [UInt8]) {
      let words = String(decoding: bytes.prefix { $0 != 0x0D }, as: UTF8.self).split(separator: " ")
      guard words.count == 3, words[2].hasPrefix("HTTP/") else { return }
      lines.withLock { $0.append("\(words[0]) \(words[1])") }
    }
  }
}
