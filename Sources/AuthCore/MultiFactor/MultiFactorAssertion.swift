import IdentityToolkit

/// Proof of a second factor, which knows the calls that it finishes.
package struct MultiFactorAssertion: Sendable, Equatable {
  fileprivate let proof: Proof

  fileprivate enum Proof: Sendable, Equatable {
    case phone(verificationID: String, code: String)
    case newAuthenticator(sessionInfo: String, code: String)
    case authenticator(enrollmentID: String, code: String)
  }
}

/// Makes assertions of codes that came by SMS.
package enum PhoneMultiFactorGenerator {
  /// - Throws: `AuthError.missingVerificationID`, `.missingVerificationCode` for empty words.
  package static func assertion(
    verificationID: String, code: String
  ) throws(AuthError) -> MultiFactorAssertion {
    if verificationID.isEmpty { throw .missingVerificationID }
    if code.isEmpty { throw .missingVerificationCode }
    return MultiFactorAssertion(proof: .phone(verificationID: verificationID, code: code))
  }
}

/// Makes assertions of authenticator apps' codes.
package enum TOTPMultiFactorGenerator {
  /// - Parameter sessionInfo: Of the secret that the app was given.
  package static func assertionForEnrollment(
    sessionInfo: String, oneTimePassword: String
  ) throws(AuthError) -> MultiFactorAssertion {
    if oneTimePassword.isEmpty { throw .missingVerificationCode }
    return MultiFactorAssertion(proof: .newAuthenticator(sessionInfo: sessionInfo, code: oneTimePassword))
  }

  /// - Parameter enrollmentID: The hint's `uid`.
  package static func assertionForSignIn(
    enrollmentID: String, oneTimePassword: String
  ) throws(AuthError) -> MultiFactorAssertion {
    if oneTimePassword.isEmpty { throw .missingVerificationCode }
    return MultiFactorAssertion(proof: .authenticator(enrollmentID: enrollmentID, code: oneTimePassword))
  }
}

extension MultiFactorAssertion {
  func finalizeEnrollment(
    idToken: String, displayName: String?, tenant: String?
  ) -> FinalizeMFAEnrollment.Request {
    var request = FinalizeMFAEnrollment.Request(idToken: idToken, displayName: displayName)
    request.tenantId = tenant
    switch proof {
    case .phone(let verificationID, let code):
      request.phoneVerificationInfo = .init(sessionInfo: verificationID, code: code)
    case .newAuthenticator(let sessionInfo, let code):
      request.totpVerificationInfo = .init(sessionInfo: sessionInfo, verificationCode: code)
    case .authenticator: fatalError("an authenticator app that is enrolled already")
    }
    return request
  }

  func finalizeSignIn(pendingCredential: String, tenant: String?) -> FinalizeMFASignIn.Request {
    var request = FinalizeMFASignIn.Request(mfaPendingCredential: pendingCredential)
    request.tenantId = tenant
    switch proof {
    case .phone(let verificationID, let code):
      request.phoneVerificationInfo = .init(sessionInfo: verificationID, code: code)
    case .authenticator(let enrollmentID, let code):
      request.mfaEnrollmentId = enrollmentID
      request.totpVerificationInfo = .init(verificationCode: code)
    case .newAuthenticator: fatalError("an authenticator app that is not enrolled yet")
    }
    return request
  }
}
