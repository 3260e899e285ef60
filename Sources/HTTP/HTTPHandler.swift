/// Answers requests. Called from several threads at once.
package protocol HTTPHandler: Sendable {
  associatedtype Failure: Error

  /// Every refusal is an answer; an error is what keeps the handler from answering at all.
  func respond(to request: HTTPRequest) throws(Failure) -> HTTPResponse

  /// The most bytes that the body of a request may have, where that is more than usual; asked before the body is
  /// read.
  func bodyLimit(for head: HTTPRequest) -> Int?
}

extension HTTPHandler {
  package func bodyLimit(for head: HTTPRequest) -> Int? { nil }
}
