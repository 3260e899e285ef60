/// Carries a request to whoever answers and brings the answer back. Blocks.
package protocol HTTPTransport: Sendable {
  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse
}
