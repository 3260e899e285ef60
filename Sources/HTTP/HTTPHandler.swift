/// A type that answers requests.
///
/// Several threads call it at the same time.
package protocol HTTPHandler: Sendable {
  associatedtype Failure: Error

  /// Returns an answer, also for a refusal.
  ///
  /// It throws only if it cannot answer at all.
  func respond(to request: HTTPRequest) throws(Failure) -> HTTPResponse

  /// Returns the maximum body size of a request if it exceeds the usual one.
  ///
  /// This is called before the body is read.
  func bodyLimit(for head: HTTPRequest) -> Int?
}

extension HTTPHandler {
  package func bodyLimit(for head: HTTPRequest) -> Int? { nil }
}

/// The reason why a handler in this process could not answer.
package struct HandlerFailure: Equatable, Sendable {
  /// The handler's error.
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
