import HTTP

/// `accounts:signInWithIdp`: exchanges an identity provider's credential; with an ID token, links it.
package enum SignInWithIdp: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .post, "v1/accounts:signInWithIdp", legacyName: "verifyAssertion")

  package struct Request: Codable, Equatable, Sendable {
    /// The whole address that the provider sent the browser back to. Required; `http://localhost` where nothing is
    /// redirected.
    package var requestUri: String?
    /// A form: `providerId`, and `id_token` or `access_token`, `nonce`…
    package var postBody: String?
    package var pendingToken: String?
    /// What `accounts:createAuthUri` answered.
    package var sessionId: String?
    package var idToken: String?
    /// False at re-authentication: an unknown identity creates no account.
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

  /// Tokens, or one of the failures that come as answers: `needConfirmation`, `errorMessage`, a second
  /// factor. Those keys are absent, never false or empty, where they do not apply.
  package struct Response: Codable, Equatable, Sendable {
    package var kind: String?
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
    /// JSON as text.
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
