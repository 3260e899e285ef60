import HTTP

/// The RPC `mfaEnrollment:finalize`, which enrolls the number or the authenticator app with its code.
package enum FinalizeMFAEnrollment: SecondFactorRPC {
  package static let route = RPCRoute(.identityToolkit, .post, "v2/accounts/mfaEnrollment:finalize")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    package var idToken: String?
    package var displayName: String?
    package var phoneVerificationInfo: PhoneChallengeAnswer?
    package var totpVerificationInfo: TOTPEnrollmentAnswer?
    package var tenantId: String?

    package init(idToken: String?, displayName: String? = nil) {
      self.idToken = idToken
      self.displayName = displayName
    }
  }

  /// The answer: tokens without `expiresIn`.
  package struct Response: SessionAnswer, Codable, Equatable, Sendable {
    package var idToken: String?
    package var refreshToken: String?
    package var totpAuthInfo: EmptyObject?

    package init() {}
  }
}

/// An authenticator app's first code.
package struct TOTPEnrollmentAnswer: Codable, Equatable, Sendable {
  package var sessionInfo: String?
  package var verificationCode: String?

  package init(sessionInfo: String?, verificationCode: String?) {
    self.sessionInfo = sessionInfo
    self.verificationCode = verificationCode
  }
}
