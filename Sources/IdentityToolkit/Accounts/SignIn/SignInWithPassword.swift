import HTTP

/// The RPC `accounts:signInWithPassword`, which exchanges an address and its password for tokens.
package enum SignInWithPassword: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .post, "v1/accounts:signInWithPassword", legacyName: "verifyPassword")

  package struct Request: TenantBound, RecaptchaRequest, Codable, Equatable, Sendable {
    package var email: String?
    package var password: String?
    package var returnSecureToken: Bool?
    package var clientType: ClientType?
    package var captchaResponse: String?
    package var recaptchaVersion: String?
    package var tenantId: String?

    package init(email: String? = nil, password: String? = nil) {
      self.email = email
      self.password = password
      returnSecureToken = true
    }
  }

  package struct Response: SessionAnswer, Codable, Equatable, Sendable {
    package var kind: String?
    package var registered: Bool?
    package var email: String?
    package var displayName: String?
    package var profilePicture: String?
    package var idToken: String?
    package var refreshToken: String?
    package var expiresIn: String?
    package var localId: String?
    package var mfaPendingCredential: String?
    package var mfaInfo: [MFAEnrollment]?
    /// The rules of the project's password policy that the password does not meet.
    package var userNotifications: [UserNotification]?

    package init() {
      kind = "identitytoolkit#VerifyPasswordResponse"
    }
  }
}
