import HTTP

/// The RPC `accounts:signInWithCustomToken`, which exchanges a token that a service account signed.
package enum SignInWithCustomToken: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .post, "v1/accounts:signInWithCustomToken", legacyName: "verifyCustomToken")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    package var token: String?
    package var returnSecureToken: Bool?
    package var tenantId: String?

    package init(token: String? = nil) {
      self.token = token
      returnSecureToken = true
    }
  }

  /// The answer.
  ///
  /// It has no `localId`: the uid is in the ID token.
  package struct Response: SessionAnswer, Codable, Equatable, Sendable {
    package var kind: String?
    package var isNewUser: Bool?
    package var idToken: String?
    package var refreshToken: String?
    package var expiresIn: String?

    package init() {
      kind = "identitytoolkit#VerifyCustomTokenResponse"
    }
  }
}
