import AuthClient
import BrowserPages
import CommandKit
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

extension ProviderCallback {
  /// This, where it holds something to exchange.
  func response(of provider: IdentityProvider) throws(ProviderFailure) -> ProviderCallback {
    switch answer {
    case .response: return self
    case .cancelled: throw .cancelled(provider)
    case .error(let code, let explanation): throw .refused(provider, code: code, explanation: explanation)
    }
  }

  /// What the service exchanges for a sign-in.
  /// - Parameter sessionID: of the page that led here.
  func credential(of provider: IdentityProvider, sessionID: String) throws(ProviderFailure) -> OAuthCredential
  {
    OAuthCredential(
      providerID: provider.id,
      redirect: .init(requestURI: try response(of: provider).address, sessionID: sessionID))
  }
}

/// The service did not take what the provider sent back.
struct CallbackRefused: Error {
  let refusal: ServerError
  let provider: IdentityProvider
  /// Whether it is a server that stands in for the service.
  let isLocal: Bool
}

extension CallbackRefused: Diagnosable {
  var diagnosis: Diagnosis {
    var diagnosis = Diagnosis(refusal)
    diagnosis.message = "the answer of \(provider.name) was refused"
    if let detail = refusal.detail {
      diagnosis.message = Text("\(diagnosis.message) (\(Diagnosis.plain(detail)))")
    }
    if isConfiguration {
      diagnosis.exit = .config
      diagnosis.retry = .never
      diagnosis.hint =
        isLocal
        ? Hint(
          "check how the project configures \(provider.name)", ["usher", "project", "provider", "list"])
        : Hint(
          "in the Firebase console, under Authentication > Sign-in method, check how the project configures \(provider.name)"
        )
      if !isLocal { diagnosis.page = .signInMethods }
      return diagnosis
    }
    diagnosis.hint = Hint(
      "start again: an answer works once, and for a few minutes only"
    ).then("if it is refused again, check how the project configures \(provider.name)")
    diagnosis.retry = .same
    return diagnosis
  }

  /// Whether the project would have to be changed: the provider does not take its client, or is not where it should be.
  private var isConfiguration: Bool {
    guard let detail = refusal.detail?.asciiLowercased() else { return false }
    return Self.configurationFaults.contains { detail.firstRange(of: $0) != nil }
  }

  /// OAuth's own words, and those of local servers.
  private static let configurationFaults = [
    "invalid_client", "unauthorized_client", "redirect_uri_mismatch", " is not an issuer",
    "the document of ",
    "its document names ", " redirects elsewhere",
  ]
}
