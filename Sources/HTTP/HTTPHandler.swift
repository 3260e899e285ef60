/// Answers requests. Called from several threads at once.
package protocol HTTPHandler: Sendable {
  associatedtype Failure: Error

  /// Every refusal is an answer; an error is what keeps the handler from answering at all.
  func respond(to request: HTTPRequest) throws(Failure) -> HTTPResponse
}
