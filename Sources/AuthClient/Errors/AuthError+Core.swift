import HTTP
import IdentityToolkit

extension AuthError {
  /// What the blocking core's `error` is called here.
  init(_ error: AuthFailure) {
    let code = AuthErrorCode(error)
    switch error {
    case .network(.interrupted): self.init(.cancelled)
    case .network(let problem): self.init(code, underlyingError: NetworkProblem(problem))
    case .refused(let refusal), .refusedCall(_, let refusal):
      self.init(
        code, serverCode: refusal.code.rawValue, message: refusal.detail,
        retryAfter: refusal.retryAfter.map { .seconds($0) })
    case .malformedAnswer(let status, let reason):
      self.init(code, message: "the answer, of status \(status), has \(reason)")
    case .invalidPhoneNumber(let problem): self.init(code, message: problem.explanation)
    case .credentialAlreadyInUse(let credential):
      self.init(code, updatedCredential: credential.credential)
    case .accountExistsWithDifferentCredential(let email, let providers, let credential):
      self.init(
        code, updatedCredential: credential, email: email,
        signInMethods: providers.map(SignInMethod.init(rawValue:)))
    case .foreignToken(let project, let tenant):
      self.init(
        code, message: "the token is of the project \(project)" + (tenant.map { ", tenant \($0)" } ?? ""))
    case .appVerification(.webUserInteraction(let code, let message)):
      self.init(.appVerificationUserInteractionFailure, message: "\(code): \(message)")
    case .caller(let failure):
      self = failure.reason as? AuthError ?? AuthError(code, underlyingError: failure.reason)
    default: self.init(code)
    }
  }
}

extension AuthErrorCode {
  fileprivate init(_ error: AuthFailure) {
    self =
      switch error {
      case .refused(let refusal), .refusedCall(.method, let refusal): AuthErrorCode(refusal.code)
      case .refusedCall(.secondFactor, _): .operationNotAllowed
      case .refusedCall(.customToken, _): .invalidCustomToken
      case .missingPassword: .weakPassword
      case .noCurrentUser: .nullUser
      case .malformedToken: .malformedJWT
      case .appVerification(.webNetworkRequestFailed): .webNetworkRequestFailed
      case .appVerification(.webInternalError): .webInternalError
      case .appVerification(.malformedCallback): .appVerificationUserInteractionFailure
      default: AuthErrorCode(name: error.code.rawValue) ?? .internalError
      }
  }

  /// Apple's SDK tells more of the service's codes apart than the JavaScript SDK, whose names the core has.
  private init(_ code: ServerErrorCode) {
    self =
      switch code {
      case .blockingFunctionErrorResponse: .blockingCloudFunctionError
      case .missingPassword, .passwordDoesNotMeetRequirements: .weakPassword
      case .missingContinueURI: .missingContinueURI
      case .invalidHostingLinkDomain: .invalidDynamicLinkDomain
      case .missingCode: .missingVerificationCode
      case .missingDisplayName: .invalidArgument
      case .invalidMFAEnrollmentID: .multiFactorInfoNotFound
      default:
        AuthErrorCode(name: AuthErrorName(code).rawValue)
          ?? (code.rawValue.hasPrefix("INVALID_MFA") ? .invalidMultiFactorSession : .internalError)
      }
  }
}
