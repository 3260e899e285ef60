package import AuthClient

/// What a link did that is no credential.
package struct AppliedLink: Equatable, Sendable {
  package let operation: ActionCodeOperation
  package let email: String?
  package let session: SessionState

  /// What became of the session here.
  package enum SessionState: Sendable {
    case unaffected
    case ended
    /// It could not be brought up to date.
    case stale
  }
}
