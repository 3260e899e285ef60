package import AuthClient
import IdentityToolkit

/// The embedded server's fictional numbers, with their fixed codes. Other servers do not show their fictional numbers.
package struct FictionalNumbers {
  private let flow: FlowSession

  package init(_ flow: FlowSession) {
    self.flow = flow
  }

  /// Returns the fixed code of a fictional number; nil for any other number.
  /// - Parameter number: The whole number, or the masked number of a hint.
  package func code(of number: String) -> String? {
    guard let backend = try? flow.backend(), backend.endpoint == .embedded else { return nil }
    let numbers = (try? ProjectAdministrator(backend: backend).testPhoneNumbers()) ?? []
    return numbers.first { MaskedNumber.isMask(number, of: $0.number) }?.code
  }

  /// Whether the number is fictional. Then messages and tries are not limited.
  package func contains(_ number: String) -> Bool { code(of: number) != nil }
}

/// Verifies the app before an SMS is sent, and before other requests for which a project requires reCAPTCHA.
package protocol AppVerifying {
  var verification: AppVerification { get }

  /// Whether there is new data to save for later runs.
  var hasNews: Bool { get }

  /// Saves the data with which a later run can verify the app.
  func save(in state: inout SavedState)
}
