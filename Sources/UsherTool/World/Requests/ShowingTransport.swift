import Essentials
import HTTP

/// A transport that shows each request and the status of its response.
struct ShowingTransport: HTTPTransport {
  let transport: any HTTPTransport
  /// Whether to show responses too.
  let showsAnswers: Bool
  let uptime: @Sendable () -> Duration
  /// Prints one line.
  let show: @Sendable (String) -> Void

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    show(ShownRequest(request).line)
    let start = uptime()
    do {
      let response = try transport.send(request)
      // Nothing listens at the address that is shown for the embedded server.
      let place = request.origin.isEmpty ? ", from the local server; for curl start usher serve" : ""
      show("# HTTP \(response.status) in \(milliseconds(since: start)) ms\(place)")
      if showsAnswers, !response.body.isEmpty { show("# " + ShownText(body: response.body).plain) }
      return response
    } catch {
      show("# no answer in \(milliseconds(since: start)) ms: \(Diagnosis(error).message)")
      throw error
    }
  }

  private func milliseconds(since start: Duration) -> Int64 {
    Int64(((uptime() - start) / .milliseconds(1)).rounded())
  }
}
