import HTTP

/// The RPC `mfaSignIn:start`, which sends a second factor's code by SMS.
///
/// Authenticator apps do not need this step.
package enum StartMFASignIn: SecondFactorRPC {
  package static let route = RPCRoute(.identityToolkit, .post, "v2/accounts/mfaSignIn:start")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    package var mfaPendingCredential: String?
    package var mfaEnrollmentId: String?
    package var phoneSignInInfo: PhoneChallenge?
    package var tenantId: String?

    package init(
      mfaPendingCredential: String?, mfaEnrollmentId: String?, phoneSignInInfo: PhoneChallenge?,
      tenantId: String? = nil
    ) {
      self.mfaPendingCredential = mfaPendingCredential
      self.mfaEnrollmentId = mfaEnrollmentId
      self.phoneSignInInfo = phoneSignInInfo
      self.tenantId = tenantId
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    /// At enrollment, this is called `phoneSessionInfo`.
    package var phoneResponseInfo: PhoneChallengeSession?

    package init(phoneResponseInfo: PhoneChallengeSession?) {
      self.phoneResponseInfo = phoneResponseInfo
    }
  }
}
