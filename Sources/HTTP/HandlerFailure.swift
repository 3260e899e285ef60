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
