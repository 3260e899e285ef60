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

/// What kept a handler in this process from answering.
package struct HandlerFailure: Equatable, Sendable {
  /// The handler's own.
  package let error: any Error

  package init(_ error: any Error) {
    self.error = error
  }

  package static func == (left: HandlerFailure, right: HandlerFailure) -> Bool {
    guard let error = left.error as? any Equatable else { return false }
    return error.isEqual(to: right.error)
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { self == other as? Self }
}
