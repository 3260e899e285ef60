import Essentials
package import HTTP
import LibC

/// Answers requests from a list, in order, and remembers what was asked.
///
/// Says nothing of itself at `/`, as a server does that wants no proof of the app; that is neither in the list nor
/// remembered.
package final class TransportStub: HTTPTransport, @unchecked Sendable {
  package typealias Answer = Result<HTTPResponse, HTTPError>

  private var answers: [Answer]
  private var seen: [HTTPRequest] = []

  package convenience init(_ answers: Answer...) {
    self.init(answers)
  }

  package init(_ answers: [Answer]) {
    self.answers = answers
  }

  /// What was sent, in order.
  package var requests: [HTTPRequest] { seen }
  /// Answers that nobody asked for.
  package var unused: Int { answers.count }

  package func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    if request.method == .get, request.path == "/" { return HTTPResponse(status: 404) }
    seen.append(request)
    guard !answers.isEmpty else {
      throw .connectionFailed(reason: "the test has no answer to \(request.path)")
    }
    return try answers.removeFirst().get()
  }
}

extension Result where Success == HTTPResponse, Failure == HTTPError {
  /// An answer with a JSON body.
  package static func json(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
    .success(HTTPResponse(status: status, headers: headers, body: Data(text.utf8)))
  }
}
