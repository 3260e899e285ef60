/// A transport that may wait in this process, and stops waiting for a caller who has gone.
package protocol InterruptibleHTTPTransport: HTTPTransport {
  /// As `send`.
  /// - Parameter isInterrupted: Asked while the transport waits; true ends the wait.
  func send(
    _ request: HTTPRequest, isInterrupted: @escaping @Sendable () -> Bool
  ) throws(HTTPError) -> HTTPResponse
}
