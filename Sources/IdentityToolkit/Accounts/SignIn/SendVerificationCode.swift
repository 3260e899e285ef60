import HTTP

/// The RPC `accounts:sendVerificationCode`, which sends a code by SMS.
package enum SendVerificationCode: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .post, "v1/accounts:sendVerificationCode", legacyName: "sendVerificationCode")

  package struct Request: TenantBound, AppVerifiedRequest, Codable, Equatable, Sendable {
    package var phoneNumber: String?
    package var iosReceipt: String?
    package var iosSecret: String?
    package var recaptchaToken: String?
    package var playIntegrityToken: String?
    package var captchaResponse: String?
    package var recaptchaVersion: String?
    package var clientType: ClientType?
    package var tenantId: String?

    package init(phoneNumber: String?, clientType: ClientType? = nil, tenantId: String? = nil) {
      self.phoneNumber = phoneNumber
      self.clientType = clientType
      self.tenantId = tenantId
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    /// The SDKs call this the verification ID.
    package var sessionInfo: String?

    package init(sessionInfo: String?) {
      self.sessionInfo = sessionInfo
    }
  }
}
