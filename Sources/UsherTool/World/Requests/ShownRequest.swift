import Essentials
import HTTP
import IdentityToolkit

/// A request as a curl command line, with a shell variable for each secret, named after its field.
struct ShownRequest {
  private let request: HTTPRequest

  init(_ request: HTTPRequest) {
    self.request = request
  }

  /// The request's origin; for the embedded server, the address where `serve` would answer the same.
  private var origin: String { request.origin.isEmpty ? "http://127.0.0.1:9099" : request.origin }

  var line: String {
    var words: [ShownText] = [ShownText("curl")]
    if request.method != .get { words += [ShownText("-X"), ShownText(request.method.rawValue)] }
    words.append(address)
    for field in request.headers.fields {
      words += [ShownText("-H"), ShownText(field.name + ": ") + ShownText(header: field)]
    }
    if !request.body.isEmpty { words += [ShownText("--data-raw"), ShownText(body: request.body)] }
    return words.map(\.shellWord).joined(separator: " ")
  }

  private var address: ShownText {
    request.query.enumerated().reduce(ShownText(origin + request.path)) { address, item in
      address + ShownText(item.offset == 0 ? "?" : "&") + ShownText(query: item.element)
    }
  }
}

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
