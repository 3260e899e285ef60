import HTTP

/// Sends no more requests for a call that was cancelled.
struct InterruptibleTransport: HTTPTransport {
  let transport: any HTTPTransport
  let call: CurrentCall

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    if call.isInterrupted { throw .interrupted }
    guard let transport = transport as? any InterruptibleHTTPTransport else {
      return try transport.send(request)
    }
    return try transport.send(request, isInterrupted: { [call] in call.isInterrupted })
  }
}
