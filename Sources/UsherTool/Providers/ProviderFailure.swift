import Essentials
import IdentityToolkit

/// A provider sent the browser back without a sign-in.
enum ProviderFailure: Error, Equatable {
  /// The person gave up.
  case cancelled(IdentityProvider)
  /// Its own word for what went wrong, and its explanation.
  case refused(IdentityProvider, code: String, explanation: String?)
}

extension ProviderFailure: Diagnosable {
  var diagnosis: Diagnosis {
    switch self {
    case .cancelled(let provider):
      return Diagnosis(
        "auth/user-cancelled", .rejected, "the sign-in at \(provider.name) was cancelled", retry: .same)
    case .refused(let provider, let code, let explanation):
      let words = explanation.map { "\(code): \($0)" } ?? code
      let isPassing = ["server_error", "temporarily_unavailable"].contains(code)
      return Diagnosis(
        "auth/invalid-credential", isPassing ? .unavailable : .rejected,
        "\(provider.name) refused the sign-in (\(words.clipped(to: 300)))", serverCode: nil,
        retry: isPassing ? .same : .never)
    }
  }
}
