import HTTP

/// A transport that sends requests to a server in this process, without a socket.
struct DirectTransport: InterruptibleHTTPTransport {
  let core: ServerCore

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    try send(request, isInterrupted: { false })
  }

  func send(
    _ request: HTTPRequest, isInterrupted: @escaping @Sendable () -> Bool
  ) throws(HTTPError) -> HTTPResponse {
    if core.delays.areOver { throw .connectionRefused }
    let response = try core.delays.following(isInterrupted) { () throws(HTTPError) in
      try EmbeddedTransport(core.handler).send(request)
    }
    if isInterrupted() { throw .interrupted }
    return response
  }
}
