import HTTP

/// The RPC `mfaEnrollment:withdraw`, which unenrolls a second factor.
package enum WithdrawMFA: SecondFactorRPC {
  package static let route = RPCRoute(.identityToolkit, .post, "v2/accounts/mfaEnrollment:withdraw")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    package var idToken: String?
    package var mfaEnrollmentId: String?
    package var tenantId: String?

    package init(idToken: String?, mfaEnrollmentId: String?, tenantId: String? = nil) {
      self.idToken = idToken
      self.mfaEnrollmentId = mfaEnrollmentId
      self.tenantId = tenantId
    }
  }

  /// The answer: tokens without `expiresIn`.
  package struct Response: SessionAnswer, Codable, Equatable, Sendable {
    package var idToken: String?
    package var refreshToken: String?

    package init() {}
  }
}
