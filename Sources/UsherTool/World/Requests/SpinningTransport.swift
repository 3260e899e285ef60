import HTTP
import TerminalIO

/// A transport that shows a spinner at the terminal during slow requests.
struct SpinningTransport: HTTPTransport {
  let transport: any HTTPTransport
  let spinner: Spinner

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    try spinner.turn { () throws(HTTPError) in try transport.send(request) }
  }
}
