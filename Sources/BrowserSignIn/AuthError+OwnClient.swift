import AuthClient
import IdentityToolkit
import OpenIDConnect

extension AuthError {
  /// Why an OAuth client of one's own signs nobody in.
  init(_ problem: OwnClientProblem) {
    switch problem {
    case .serviceOnly(let provider):
      self.init(
        .operationNotAllowed,
        message: "the service takes no tokens that another client got from \(provider.name)")
    case .issuerMissing(let provider):
      self.init(.invalidArgument, message: "the issuer of \(provider.id) is missing")
    case .asked(let provider, let error): self.init(error, of: provider.name)
    }
  }

  private init(_ error: OpenIDError, of name: String) {
    switch error {
    case .unreachable(_, let problem): self.init(AuthFailure.network(problem))
    case .badIssuer(let issuer): self.init(.invalidArgument, message: "\(issuer) is no issuer")
    case .refused(let code, let description):
      self.init(Self.code(ofRefusal: code), message: code + (description.map { ": " + $0 } ?? ""))
    case .callback, .foreignUserInfo, .token:
      self.init(.invalidCredential, message: "what \(name) gave is not good: \(error)")
    case .status, .malformed, .foreignDocument, .misplacedEndpoint, .unsupported:
      self.init(.webInternalError, message: "what \(name) answers cannot be used: \(error)")
    }
  }

  private static func code(ofRefusal code: String) -> AuthErrorCode {
    switch code {
    case "expired_token": .sessionExpired
    case "invalid_client", "unauthorized_client": .invalidClientID
    case "invalid_grant": .invalidCredential
    default: .webSignInUserInteractionFailure
    }
  }
}
