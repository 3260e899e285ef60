import Essentials
package import HTTP
import Synchronization
import Testing

/// Answers requests from a list, in order, and remembers what was asked.
///
/// A request that is not in the list fails the test, and so does an answer that nobody has asked for. Says
/// nothing of itself at `/`, as a server does that wants no proof of the app; that is neither in the list nor
/// remembered.
package final class TransportStub: HTTPTransport {
  package typealias Answer = Result<HTTPResponse, HTTPError>

  private let state: Mutex<(answers: [Answer], seen: [HTTPRequest])>

  package convenience init(_ answers: Answer...) {
    self.init(answers)
  }

  package init(_ answers: [Answer]) {
    state = Mutex((answers, []))
  }

  deinit {
    let left = state.withLock { $0.answers }
    if !left.isEmpty { Issue.record("nobody asked for \(left)") }
  }

  /// What was sent, in order.
  package var requests: [HTTPRequest] { state.withLock { $0.seen } }

  package func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    if request.method == .get, request.path == "/" { return HTTPResponse(status: 404) }
    let answer = state.withLock { state in
      state.seen.append(request)
      return state.answers.isEmpty ? nil : state.answers.removeFirst()
    }
    guard let answer else {
      Issue.record("unexpected: \(request.method.rawValue) \(request.url)")
      throw .connectionFailed(reason: "the test has no answer to \(request.path)")
    }
    return try answer.get()
  }
}

extension Result where Success == HTTPResponse, Failure == HTTPError {
  /// An answer with a JSON body.
  package static func json(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
    .success(HTTPResponse(status: status, headers: headers, body: Data(text.utf8)))
  }
}
