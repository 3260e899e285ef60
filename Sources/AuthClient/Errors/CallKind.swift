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

  /// Nil where `code` means of `rpc` what it means of any call.
  init?(_ rpc: any RPC.Type, refusedWith code: ServerErrorCode) {
    switch code {
    case .operationNotAllowed where rpc is any SecondFactorRPC.Type: self = .secondFactor
    case .quotaExceeded where rpc == FinalizeMFASignIn.self: self = .secondFactorCode
    case .invalidIdentifier where rpc == SignInWithCustomToken.self,
      .missingIdentifier where rpc == SignInWithCustomToken.self:
      self = .customToken
    default: return nil
    }
  }
}
