package import AuthClient

/// Verifies the app before an SMS is sent.
package protocol AppVerifying {
  var verification: AppVerification { get }

  /// Whether the state should hold something else for later runs.
  var hasNews: Bool { get }

  /// Keeps what a later run can be verified with.
  func save(in state: inout SavedState)
}
