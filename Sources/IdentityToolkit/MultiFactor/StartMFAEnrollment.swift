import HTTP

/// `mfaEnrollment:start`: sends a code to the number that is to become a second factor, or makes the secret of
/// an authenticator app.
package enum StartMFAEnrollment: SecondFactorRPC {
  package static let route = RPCRoute(.identityToolkit, .post, "v2/accounts/mfaEnrollment:start")

  package struct Request: Codable, Equatable, Sendable {
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

/// The secret of an authenticator app, and how its codes are made.
package struct TOTPSession: Codable, Equatable, Sendable {
  /// Base32.
  package var sharedSecretKey: String?
  package var verificationCodeLength: Int?
  /// `SHA1`.
  package var hashingAlgorithm: String?
  package var periodSec: Int?
  package var sessionInfo: String?
  /// RFC 3339: until when a code finishes the enrollment.
  package var finalizeEnrollmentTime: String?

  package init() {}
}
