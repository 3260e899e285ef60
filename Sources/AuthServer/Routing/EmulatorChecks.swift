import Essentials
import HTTP
import IDTokens
import IdentityToolkit

// The checks that come first at Firebase's emulator, in its order.

extension SignUpOperation {
  func checkFirst(_ request: SignUp.Request, _ settings: () throws -> ProjectSettings) throws {
    if call.isAdministrator { return }
    try refuseLocalID(request)
    guard isGiven(request.idToken) || isGiven(request.email) || isGiven(request.password) else {
      guard try settings().isAnonymousEnabled else { throw ServerError(.adminOnlyOperation) }
      // An empty address is not an anonymous sign-up.
      guard request.email == nil else { throw ServerError(.invalidEmail) }
      return
    }
    guard isGiven(request.email) else { throw ServerError(.missingEmail) }
    guard isGiven(request.password) else { throw ServerError(.missingPassword) }
    guard try settings().isEmailEnabled else { throw ServerError(.operationNotAllowed) }
  }
}

extension SignInWithPasswordOperation {
  func checkFirst(_ request: SignInWithPassword.Request, _ settings: () throws -> ProjectSettings) throws {
    guard try settings().isEmailEnabled else { throw ServerError(.passwordLoginDisabled) }
  }
}

extension ResetPasswordOperation {
  func checkFirst(_ request: ResetPassword.Request, _ settings: () throws -> ProjectSettings) throws {
    guard try settings().isEmailEnabled else { throw ServerError(.passwordLoginDisabled) }
  }
}

extension SignInWithEmailLinkOperation {
  func checkFirst(_ request: SignInWithEmailLink.Request, _ settings: () throws -> ProjectSettings) throws {
    guard try settings().isEmailLinkEnabled else { throw ServerError(.operationNotAllowed) }
  }
}

extension SendOobCodeOperation {
  func checkFirst(_ request: SendOobCode.Request, _ settings: () throws -> ProjectSettings) throws {
    // Only the owner may ask for the link itself.
    guard request.returnOobLink != true || call.isAdministrator else { return }
    if request.requestType == .emailSignIn, try !settings().isEmailLinkEnabled {
      throw ServerError(.operationNotAllowed)
    }
    if request.requestType == .verifyEmail, request.returnOobLink != true, !isGiven(request.idToken) {
      throw ServerError(.invalidIDToken)
    }
  }
}

extension CreateAuthUriOperation {
  func checkFirst(_ request: CreateAuthUri.Request, _ settings: () throws -> ProjectSettings) throws {
    if isGiven(request.identifier), !isGiven(request.continueUri) { throw ServerError(.missingContinueURI) }
  }
}

extension SignInWithCustomTokenOperation {
  func checkFirst(_ request: SignInWithCustomToken.Request, _ settings: () throws -> ProjectSettings) throws {
    guard let token = request.token, !token.isEmpty else { throw ServerError(.missingCustomToken) }
    // Claims without a token around them are read later.
    guard let tenant = call.tenant, !token.hasPrefix("{") else { return }
    let claims = (try? JWT(token)).flatMap { JSONValue(json: $0.payload) }
    guard claims?["tenant_id"]?.string == tenant else { throw ServerError(.tenantIDMismatch) }
  }
}

extension UpdateAccountOperation {
  func checkFirst(_ request: UpdateAccount.Request, _ settings: () throws -> ProjectSettings) throws {
    guard let mfa = request.mfa, mfa.enrollments == nil else { return }
    // A missing list removes all factors, and null is not a list.
    let body: JSONValue? = try? JSONBody.decode(call.request.body)
    if body?["mfa"]?["enrollments"] == .null { throw ServerError.badJSON("/mfa/enrollments must be array") }
  }
}

// A kind of second factor that is off is told first.

extension StartMFAEnrollmentOperation {
  func checkFirst(_ request: StartMFAEnrollment.Request, _ settings: () throws -> ProjectSettings) throws {
    try settings().mfa.refuseIfOff(
      isTOTP: request.phoneEnrollmentInfo == nil && request.totpEnrollmentInfo != nil)
  }
}

extension FinalizeMFAEnrollmentOperation {
  func checkFirst(
    _ request: FinalizeMFAEnrollment.Request, _ settings: () throws -> ProjectSettings
  ) throws {
    let answer = request.phoneVerificationInfo
    try settings().mfa.refuseIfOff(isTOTP: answer == nil && request.totpVerificationInfo != nil)
    guard isGiven(request.idToken) else { return }
    if let answer, !isGiven(answer.code) { throw ServerError(.missingCode) }
  }
}

extension WithdrawMFAOperation {
  func checkFirst(_ request: WithdrawMFA.Request, _ settings: () throws -> ProjectSettings) throws {
    if isGiven(request.idToken), !isGiven(request.mfaEnrollmentId) {
      throw ServerError(.mfaEnrollmentNotFound)
    }
  }
}

extension StartMFASignInOperation {
  func checkFirst(_ request: StartMFASignIn.Request, _ settings: () throws -> ProjectSettings) throws {
    try settings().mfa.refuseIfOff(isTOTP: false)
  }
}

extension FinalizeMFASignInOperation {
  func checkFirst(_ request: FinalizeMFASignIn.Request, _ settings: () throws -> ProjectSettings) throws {
    let answer = request.phoneVerificationInfo
    try settings().mfa.refuseIfOff(isTOTP: answer == nil && request.totpVerificationInfo != nil)
    guard isGiven(request.mfaPendingCredential) else { return }
    if let answer, !isGiven(answer.code) { throw ServerError(.missingCode) }
  }
}

extension MFASettings {
  fileprivate func refuseIfOff(isTOTP: Bool) throws(ServerError) {
    guard isTOTP ? isTOTPEnabled : isSMSEnabled else { throw .mfaNotEnabled(isTOTP ? "TOTP" : "SMS") }
  }
}

private func isGiven(_ text: String?) -> Bool { text?.nonEmpty != nil }
