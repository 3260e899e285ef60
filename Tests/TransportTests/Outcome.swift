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
  /// A transport that waits for its answer however slow the machine is.
  static func patient(_ adjust: (inout Configuration) -> Void = { _ in }) -> CurlTransport {
    impatient {
      ($0.connectDeadline, $0.requestDeadline) = (.seconds(3600), .seconds(3600))
      adjust(&$0)
    }
  }

  /// A transport with deadlines that pass while a test waits.
  static func impatient(_ adjust: (inout Configuration) -> Void = { _ in }) -> CurlTransport {
    var configuration = Configuration()
    configuration.connectDeadline = .milliseconds(300)
    configuration.requestDeadline = .milliseconds(300)
    adjust(&configuration)
    return CurlTransport(configuration)
  }
}
