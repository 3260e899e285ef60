import HTTP

/// The RPC `accounts:signUp`, which creates an account, anonymous or with address and password.
///
/// With an ID token, it links address and password to that account.
package enum SignUp: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .post, "v1/accounts:signUp", legacyName: "signupNewUser")

  package struct Request: TenantBound, RecaptchaRequest, Codable, Equatable, Sendable {
    package var email: String?
    package var password: String?
    package var displayName: String?
    package var idToken: String?
    package var returnSecureToken: Bool?
    package var clientType: ClientType?
    package var captchaResponse: String?
    package var recaptchaVersion: String?
    package var tenantId: String?
    // For administrators.
    package var localId: String?
    package var phoneNumber: String?
    package var photoUrl: String?
    package var emailVerified: Bool?
    package var disabled: Bool?
    package var mfaInfo: [MFAEnrollment]?

    package init(email: String? = nil, password: String? = nil, idToken: String? = nil) {
      self.email = email
      self.password = password
      self.idToken = idToken
      returnSecureToken = true
    }
  }

  package struct Response: SessionAnswer, Codable, Equatable, Sendable {
    package var kind: String?
    package var email: String?
    package var displayName: String?
    package var idToken: String?
    package var refreshToken: String?
    package var expiresIn: String?
    package var localId: String?

    package init() {
      kind = "identitytoolkit#SignupNewUserResponse"
    }
  }
}
