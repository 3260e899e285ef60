import Essentials
import HTTP
import Synchronization

/// A transport for `--dry-run`: it keeps the requests and sends none of them.
final class HeldRequests: HTTPTransport {
  private let requests = Mutex<[HTTPRequest]>([])

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    requests.withLock { $0.append(request) }
    // Enough for whatever a change reads of an answer.
    return HTTPResponse(status: 200, body: Data(#"{"name":"projects/held/held","localId":"held"}"#.utf8))
  }

  /// The requests as curl commands, with a shell variable for each secret.
  var lines: [String] { requests.withLock { $0.map { ShownRequest($0).line } } }
}
