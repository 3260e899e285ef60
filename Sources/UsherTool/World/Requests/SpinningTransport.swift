import HTTP
import TerminalIO

/// Shows at the terminal that a request takes its time.
struct SpinningTransport: HTTPTransport {
  let transport: any HTTPTransport
  let spinner: Spinner

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    try spinner.turn { () throws(HTTPError) in try transport.send(request) }
  }
}
