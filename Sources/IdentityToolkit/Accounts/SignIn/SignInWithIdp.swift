import HTTP

/// The RPC `accounts:signInWithIdp`, which exchanges an identity provider's credential for tokens.
///
/// With an ID token, it links the credential.
package enum SignInWithIdp: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .post, "v1/accounts:signInWithIdp", legacyName: "verifyAssertion")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    /// The complete address to which the provider returned the browser.
    ///
    /// It is required: use `http://localhost` if nothing redirects.
    package var requestUri: String?
    /// A form with `providerId`, and `id_token` or `access_token`, `nonce`…
    package var postBody: String?
    package var pendingToken: String?
    /// The `sessionId` from `accounts:createAuthUri`.
    package var sessionId: String?
    package var idToken: String?
    /// False for re-authentication: an unknown identity does not create an account.
    package var autoCreate: Bool?
    package var returnSecureToken: Bool?
    package var returnIdpCredential: Bool?
    package var tenantId: String?

    package init(postBody: String? = nil, idToken: String? = nil) {
      requestUri = "http://localhost"
      self.postBody = postBody
      self.idToken = idToken
      returnSecureToken = true
      returnIdpCredential = true
    }
  }

  /// Tokens, or a failure that comes as an answer: `needConfirmation`, `errorMessage` or a second factor.
  ///
  /// Keys that do not apply are absent, never false or empty.
  package struct Response: SessionAnswer, Codable, Equatable, Sendable {
    package var kind: String?
    /// Firebase's emulator has it, without content.
    package var context: String?
    package var providerId: String?
    package var federatedId: String?
    package var email: String?
    package var emailVerified: Bool?
    package var displayName: String?
    package var fullName: String?
    package var firstName: String?
    package var lastName: String?
    package var screenName: String?
    package var photoUrl: String?
    /// JSON text.
    package var rawUserInfo: String?
    package var oauthIdToken: String?
    package var oauthAccessToken: String?
    package var oauthRefreshToken: String?
    package var oauthTokenSecret: String?
    package var pendingToken: String?
    package var isNewUser: Bool?
    package var needConfirmation: Bool?
    package var verifiedProvider: [String]?
    package var errorMessage: String?
    package var idToken: String?
    package var refreshToken: String?
    package var expiresIn: String?
    package var localId: String?
    package var mfaPendingCredential: String?
    package var mfaInfo: [MFAEnrollment]?
    package var tenantId: String?

    package init() {
      kind = "identitytoolkit#VerifyAssertionResponse"
    }
  }
}
