import IdentityToolkit

/// The requests that an assertion finishes. An assertion for the other request, or with an empty code, throws before
/// anything is sent.
extension MultiFactorAssertion {
  func finalizeEnrollment(
    idToken: String, displayName: String?, tenant: String?
  ) throws(AuthFailure) -> FinalizeMFAEnrollment.Request {
    var request = FinalizeMFAEnrollment.Request(idToken: idToken, displayName: displayName)
    request.tenantId = tenant
    switch proof {
    case .phone(let credential): request.phoneVerificationInfo = try credential.secondFactor
    case .newAuthenticator(let sessionInfo, let code):
      if code.isEmpty { throw .missingVerificationCode }
      request.totpVerificationInfo = .init(sessionInfo: sessionInfo, verificationCode: code)
    case .authenticator: throw .unusable(.invalidArgument)
    }
    return request
  }

  func finalizeSignIn(
    pendingCredential: String, tenant: String?
  ) throws(AuthFailure) -> FinalizeMFASignIn.Request {
    var request = FinalizeMFASignIn.Request(mfaPendingCredential: pendingCredential)
    request.tenantId = tenant
    switch proof {
    case .phone(let credential): request.phoneVerificationInfo = try credential.secondFactor
    case .authenticator(let enrollmentID, let code):
      if code.isEmpty { throw .missingVerificationCode }
      request.mfaEnrollmentId = enrollmentID
      request.totpVerificationInfo = .init(verificationCode: code)
    case .newAuthenticator: throw .unusable(.invalidArgument)
    }
    return request
  }
}

extension PhoneAuthCredential {
  fileprivate var secondFactor: PhoneChallengeAnswer {
    get throws(AuthFailure) {
      guard case .code(let verificationID, let code) = try checked.proof else {
        throw .unusable(.invalidArgument)
      }
      return PhoneChallengeAnswer(sessionInfo: verificationID, code: code)
    }
  }
}
