package import AuthClient

/// Verifies the app before an SMS is sent, and before other requests for which a project requires reCAPTCHA.
package protocol AppVerifying {
  var verification: AppVerification { get }

  /// Whether there is new data to save for later runs.
  var hasNews: Bool { get }

  /// Saves the data with which a later run can verify the app.
  func save(in state: inout SavedState)
}
