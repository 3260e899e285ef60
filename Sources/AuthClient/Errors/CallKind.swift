package import IdentityToolkit

/// A kind of calls of which a refusal's code means something else than of others.
package enum CallKind: Equatable, Sendable {
  /// The project has no second factors of that kind.
  case secondFactor
  /// The project does not allow the sign-in method that the call is about.
  case method(ProjectFeature)
  /// An administrator called with an access token.
  case administration(AdministratorRole)
  /// The custom token names nobody, or has a uid that nobody can have.
  case customToken
  /// Too many codes of an authenticator app were wrong. No SMS is sent, which the project could have too few of.
  case secondFactorCode
  /// A password or a mail, for which only the score of reCAPTCHA counts.
  case scored

  /// Nil where `code` means of `rpc` what it means of any call.
  init?(_ rpc: any RPC.Type, refusedWith code: ServerErrorCode) {
    switch code {
    case .operationNotAllowed where rpc is any SecondFactorRPC.Type: self = .secondFactor
    case .quotaExceeded where rpc == FinalizeMFASignIn.self: self = .secondFactorCode
    case .invalidIdentifier where rpc == SignInWithCustomToken.self,
      .missingIdentifier where rpc == SignInWithCustomToken.self:
      self = .customToken
    case .captchaCheckFailed where rpc is any ScoredRPC.Type: self = .scored
    default: return nil
    }
  }
}

/// A call that reCAPTCHA Enterprise protects, and no other proof.
private protocol ScoredRPC: RPC {}

extension SignUp: ScoredRPC {}
extension SignInWithPassword: ScoredRPC {}
extension SendOobCode: ScoredRPC {}
