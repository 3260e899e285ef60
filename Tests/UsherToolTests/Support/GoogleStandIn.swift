import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import Synchronization
import TestSupport

/// A local server that takes the place of Google's service, at Google's own addresses.
///
/// It knows any access token that begins with `ya29.` as an administrator's.
final class GoogleStandIn: HTTPTransport {
  typealias Reply = @Sendable (HTTPRequest) -> HTTPResponse?

  private let server: IdentityToolkitServer
  private let state = Mutex<(seen: [HTTPRequest], reply: Reply)>(([], { _ in nil }))

  init(_ clock: TestClock) throws {
    server = IdentityToolkitServer(
      store: try Store(at: .memory), project: "my-app", policy: .strict, clock: { clock.now },
      random: { count in (0..<count).map { _ in .random(in: .min ... .max) } }, pause: { _ in },
      version: "test")
  }

  /// The requests so far, in order.
  var requests: [HTTPRequest] { state.withLock { $0.seen } }

  /// The requests so far that change something.
  var changes: [HTTPRequest] {
    requests.filter { $0.method != .get && !$0.path.hasSuffix("accounts:query") }
  }

  /// From now on, `reply` answers in place of the server; nil leaves the answer to the server.
  func answer(_ reply: @escaping Reply) {
    state.withLock { $0.reply = reply }
  }

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    let reply = state.withLock { state in
      state.seen.append(request)
      return state.reply
    }
    if let answer = reply(request) { return answer }
    guard let host = Origin(request.origin)?.host, host.hasSuffix(".googleapis.com") else {
      throw .nameNotResolved(host: request.origin)
    }
    var local = request
    local.origin = ""
    local.path = "/" + host + request.path
    do {
      return try server.respond(to: local)
    } catch {
      throw .connectionFailed(reason: "\(error)")
    }
  }
}

extension HTTPResponse {
  /// An answer with a JSON body.
  static func json(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> HTTPResponse {
    HTTPResponse(status: status, headers: headers, body: Data(text.utf8))
  }
}
