import HTTP

/// The RPC `mfaSignIn:finalize`, which completes a sign-in with the second factor's code.
package enum FinalizeMFASignIn: SecondFactorRPC {
  package static let route = RPCRoute(.identityToolkit, .post, "v2/accounts/mfaSignIn:finalize")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    package var mfaPendingCredential: String?
    /// The authenticator app of the code.
    ///
    /// An SMS session knows its factor.
    package var mfaEnrollmentId: String?
    package var phoneVerificationInfo: PhoneChallengeAnswer?
    package var totpVerificationInfo: TOTPAnswer?
    package var tenantId: String?

    package init(mfaPendingCredential: String?) {
      self.mfaPendingCredential = mfaPendingCredential
    }
  }

  /// The answer: tokens without `expiresIn`.
  package struct Response: SessionAnswer, Codable, Equatable, Sendable {
    package var idToken: String?
    package var refreshToken: String?

    package init() {}
  }
}

/// An authenticator app's code.
package struct TOTPAnswer: Codable, Equatable, Sendable {
  package var verificationCode: String?

  package init(verificationCode: String?) {
    self.verificationCode = verificationCode
  }
}
