/// A type that sends requests and returns the answers.
///
/// It blocks.
package protocol HTTPTransport: Sendable {
  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse
}

/// A transport that can wait inside this process and stops if the caller is gone.
package protocol InterruptibleHTTPTransport: HTTPTransport {
  /// Does the same as `send`.
  ///
  /// - Parameter isInterrupted: Called while the transport waits. True ends the wait.
  func send(
    _ request: HTTPRequest, isInterrupted: @escaping @Sendable () -> Bool
  ) throws(HTTPError) -> HTTPResponse
}

/// A transport to a server in the same process.
///
/// A request is a function call.
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
