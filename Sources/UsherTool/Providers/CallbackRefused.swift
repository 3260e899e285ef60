import CommandKit
import Essentials
import IdentityToolkit

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
