import IdentityToolkit

extension ProjectFeature {
  /// Finds the sign-in method that the project does not allow, if that is the reason for `refusal`.
  ///
  /// A refusal with a detail has another reason, which the detail names.
  init?(refusedBy refusal: ServerError, of request: some Encodable) {
    guard refusal.detail == nil else { return nil }
    switch (refusal.code, request) {
    case (.passwordLoginDisabled, _): self = .password
    case (.adminOnlyOperation, let request as SignUp.Request) where request.email == nil: self = .anonymous
    case (.operationNotAllowed, is SendVerificationCode.Request),
      (.operationNotAllowed, is SignInWithPhoneNumber.Request):
      self = .phone
    case (.operationNotAllowed, let request as SendOobCode.Request) where request.requestType == .emailSignIn:
      self = .emailLink
    case (.operationNotAllowed, is SignInWithEmailLink.Request): self = .emailLink
    case (.operationNotAllowed, is SignInWithPassword.Request), (.operationNotAllowed, is SignUp.Request):
      self = .password
    default: return nil
    }
  }
}
