import CommandKit
import Essentials
import HTTP
import IDTokens
import IdentityToolkit
import OpenIDConnect

extension OwnClientProblem: Diagnosable {
  var diagnosis: Diagnosis {
    switch self {
    case .serviceOnly(let provider):
      Diagnosis(
        .ownClientRefused,
        "the service does not accept tokens that another client got from \(provider.name)",
        hint: Hint("sign in through the service", ["usher", "profile", "client", "remove", provider.id]))
    case .issuerMissing(let provider):
      Diagnosis(
        .noIssuer, "the address of \(provider.id) is not known",
        hint: Hint(
          "name its issuer",
          template: [
            "usher", "profile", "client", "set", provider.id, "--client-id", "ID", "--issuer", "URL",
          ]))
    case .asked(let provider, let error): Self.diagnosis(of: error, at: provider)
    }
  }

  private static func diagnosis(of error: OpenIDError, at provider: IdentityProvider) -> Diagnosis {
    let name = provider.name
    switch error {
    case .badIssuer(let issuer):
      return configuration(
        "'\(SafeText.brief(issuer))' is not an issuer",
        "write the issuer's address, which begins with https://")
    case .unreachable(let address, let error):
      var diagnosis = Diagnosis(error)
      diagnosis.message = Text("\(name) (\(address.origin.description)): \(diagnosis.message)")
      switch error {
      case .connectionRefused, .nameNotResolved:
        diagnosis.hint = Hint("check its issuer", ["usher", "profile", "client", "list"])
      case .redirected:
        diagnosis.hint = Hint(
          "set the issuer exactly as the provider writes it",
          template: [
            "usher", "profile", "client", "set", provider.id, "--client-id", "ID", "--issuer", "URL",
          ])
      default: break
      }
      return diagnosis
    case .status(let address, let status):
      return unusable("\(name) answers with HTTP \(status) at \(address.origin.description + address.path)")
    case .malformed(let address, let what):
      return unusable("what \(name) answers at \(address.origin.description + address.path) is not \(what)")
    case .foreignDocument(let issuer, let says):
      return configuration(
        "the provider at \(SafeText.brief(issuer)) calls itself \(SafeText.brief(says))",
        "if this is the right provider, set its name as the issuer")
    case .misplacedEndpoint(let address):
      return configuration(
        "\(name) names an endpoint that is not safe: \(SafeText.brief(address))",
        "endpoints must begin with https://, unless the provider is on this machine")
    case .unsupported("device_authorization_endpoint"):
      return configuration("\(name) does not support --device", "leave out --device")
    case .unsupported(let what): return configuration("\(name) publishes no \(what)", "ask its administrator")
    case .refused(let code, let description): return refusal(code, description, by: provider)
    case .callback:
      return Diagnosis(
        "auth/invalid-credential", .rejected, "the browser returned with the answer to another sign-in",
        hint: "start again, and finish in the tab that opens", retry: .same)
    case .foreignUserInfo:
      return Diagnosis(
        "auth/invalid-credential", .rejected, "\(name) answered about another user",
        hint: "start again", retry: .same)
    case .token(let problem):
      return Diagnosis(
        "auth/invalid-credential", .rejected, "the ID token of \(name) is not valid: \(problem.words)",
        hint: problem == .expired || problem == .notYetValid
          ? "check this machine's clock" : "look at the client's settings at \(name)")
    }
  }

  private static func refusal(
    _ code: String, _ description: String?, by provider: IdentityProvider
  ) -> Diagnosis {
    let name = provider.name
    let words = SafeText.brief(
      [code, description].compactMap(\.self).joined(separator: ": ").clipped(to: 300))
    switch code {
    case "access_denied": return ProviderFailure.cancelled(provider).diagnosis
    case "expired_token":
      return Diagnosis(
        "auth/code-expired", .expired, "the code was typed too late", hint: "start again", retry: .same)
    case "invalid_client", "unauthorized_client":
      return configuration(
        "\(name) refuses the client (\(words))",
        Hint("check its id, and whether it needs a secret", ["usher", "profile", "client", "list"]))
    case "invalid_grant":
      return Diagnosis(
        "auth/invalid-credential", .rejected, "\(name) does not accept the code (\(words))",
        hint: "start again",
        retry: .same)
    default:
      return ProviderFailure.refused(provider, code: code, explanation: description).diagnosis
    }
  }

  private static func configuration(_ message: Text, _ hint: Hint) -> Diagnosis {
    Diagnosis(.badOAuthClient, message, hint: hint)
  }

  private static func unusable(_ message: Text) -> Diagnosis {
    Diagnosis("auth/network-request-failed", .unavailable, message, hint: "try again later", retry: .same)
  }
}

extension IDTokenProblem {
  fileprivate var words: Text {
    switch self {
    case .missing: "there is none"
    case .malformed, .criticalExtension, .unreadableClaims: "it cannot be read"
    case .ambiguous: "its claims can be read in more than one way"
    case .algorithm(let name): "it is signed with '\(SafeText.brief(name))', not with RS256"
    case .unknownKey: "it is signed with a key that the provider does not publish"
    case .signature: "its signature is wrong"
    case .missingClaim(let name), .mistypedClaim(let name), .impossibleClaim(let name): "it lacks \(name)"
    case .wrongIssuer: "it is from another issuer"
    case .wrongAudience, .wrongTenant: "it is for another client"
    case .wrongNonce: "it is for another sign-in"
    case .expired: "it has expired"
    case .notYetValid: "it is from the future"
    case .wrongAccessToken: "it belongs to another access token"
    }
  }
}
