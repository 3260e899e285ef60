import CurlTransport
import Essentials
import HTTP

/// What became of a request, comparable as a whole.
typealias Outcome = Result<HTTPResponse, HTTPError>

extension HTTPTransport {
  func outcome(_ request: HTTPRequest) -> Outcome {
    Outcome { () throws(HTTPError) in try send(request) }
  }

  func outcome(_ origin: String) -> Outcome {
    outcome(HTTPRequest(method: .post, origin: origin, path: "/v1/accounts", body: Data("{}".utf8)))
  }
}

extension CurlTransport {
  /// A transport with deadlines that tests can wait for.
  static func impatient(_ adjust: (inout Configuration) -> Void = { _ in }) -> CurlTransport {
    var configuration = Configuration()
    configuration.connectDeadline = .milliseconds(300)
    configuration.requestDeadline = .milliseconds(300)
    adjust(&configuration)
    return CurlTransport(configuration)
  }
}
