import HTTP

/// The RPC `mfaEnrollment:start`, which sends a code to a new second factor, or creates an authenticator app's secret.
package enum StartMFAEnrollment: SecondFactorRPC {
  package static let route = RPCRoute(.identityToolkit, .post, "v2/accounts/mfaEnrollment:start")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    package var idToken: String?
    package var phoneEnrollmentInfo: PhoneChallenge?
    package var totpEnrollmentInfo: EmptyObject?
    package var tenantId: String?

    package init(
      idToken: String?, phoneEnrollmentInfo: PhoneChallenge? = nil, totpEnrollmentInfo: EmptyObject? = nil,
      tenantId: String? = nil
    ) {
      self.idToken = idToken
      self.phoneEnrollmentInfo = phoneEnrollmentInfo
      self.totpEnrollmentInfo = totpEnrollmentInfo
      self.tenantId = tenantId
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    package var phoneSessionInfo: PhoneChallengeSession?
    package var totpSessionInfo: TOTPSession?

    package init(phoneSessionInfo: PhoneChallengeSession? = nil, totpSessionInfo: TOTPSession? = nil) {
      self.phoneSessionInfo = phoneSessionInfo
      self.totpSessionInfo = totpSessionInfo
    }
  }
}

/// The secret of an authenticator app, and the parameters of its codes.
package struct TOTPSession: Codable, Equatable, Sendable {
  /// Base32.
  package var sharedSecretKey: String?
  package var verificationCodeLength: Int?
  /// `SHA1`.
  package var hashingAlgorithm: String?
  package var periodSec: Int?
  package var sessionInfo: String?
  /// The last time for a code to finish the enrollment, in RFC 3339.
  package var finalizeEnrollmentTime: String?

  package init() {}
}
