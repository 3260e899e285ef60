/// Carries a request to whoever answers and brings the answer back. Blocks.
package protocol HTTPTransport: Sendable {
  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse
}

/// A transport that may wait in this process, and stops waiting for a caller who has gone.
package protocol InterruptibleHTTPTransport: HTTPTransport {
  /// As `send`.
  /// - Parameter isInterrupted: Asked while the transport waits; true ends the wait.
  func send(
    _ request: HTTPRequest, isInterrupted: @escaping @Sendable () -> Bool
  ) throws(HTTPError) -> HTTPResponse
}

/// A server in the same process: a request is a function call.
package struct EmbeddedTransport: HTTPTransport {
  private let handler: any HTTPHandler

  package init(_ handler: any HTTPHandler) {
    self.handler = handler
  }

  package func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    do {
      return try handler.respond(to: request)
    } catch {
      throw .handler(HandlerFailure(error))
    }
  }
}
