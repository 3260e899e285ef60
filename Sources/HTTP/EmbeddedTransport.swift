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
