import AuthClient
import Essentials
import IdentityToolkit
import OpenIDConnect

extension AuthError {
  /// Creates the error of a sign-in with your own OAuth client.
  init(_ problem: OwnClientProblem) {
    switch problem {
    case .serviceOnly(let provider):
      self.init(
        .operationNotAllowed,
        message: "the service does not accept tokens that another client got from \(provider.name)")
    case .issuerMissing(let provider):
      self.init(.invalidArgument, message: "the issuer of \(provider.id) is missing")
    case .asked(let provider, let error): self.init(error, of: provider.name)
    }
  }

  private init(_ error: OpenIDError, of name: String) {
    switch error {
    case .unreachable(_, let problem): self.init(AuthFailure.network(problem))
    case .badIssuer: self.init(.invalidArgument, message: "the issuer is not an address")
    case .refused(let code, let description):
      // A program may print the message on a terminal, so control characters are removed.
      let words = code + (description.map { ": " + $0 } ?? "")
      self.init(Self.code(ofRefusal: code), message: SafeText.line(words.clipped(to: 300)))
    case .callback, .foreignUserInfo, .token:
      self.init(.invalidCredential, message: "\(name) gave a token or an address that is not valid")
    case .status, .malformed, .foreignDocument, .misplacedEndpoint, .unsupported:
      self.init(.webInternalError, message: "\(name) gave an answer that cannot be used")
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
