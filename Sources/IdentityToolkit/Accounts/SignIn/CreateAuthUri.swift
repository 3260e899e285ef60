import HTTP

/// The RPC `accounts:createAuthUri`, which returns an address's sign-in methods, or an identity provider's sign-in
/// page.
package enum CreateAuthUri: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .post, "v1/accounts:createAuthUri", legacyName: "createAuthUri")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    /// The e-mail address.
    package var identifier: String?
    /// The address to which the provider returns the browser.
    ///
    /// For an e-mail address it is required too, but not used.
    package var continueUri: String?
    package var providerId: String?
    /// The scopes to request in addition to the provider's defaults, separated by spaces.
    package var oauthScope: String?
    /// Parameters for the provider, such as `login_hint`.
    package var customParameter: [String: String]?
    /// With `CODE_FLOW`, the provider answers with a code in the query.
    package var authFlowType: String?
    package var sessionId: String?
    package var tenantId: String?

    package init(identifier: String? = nil) {
      self.identifier = identifier
      continueUri = "http://localhost"
    }

    package init(provider: String, continueURL: String) {
      providerId = provider
      continueUri = continueURL
      authFlowType = "CODE_FLOW"
    }
  }

  /// The answer.
  ///
  /// For an e-mail address with enumeration protection, it has only `kind` and `sessionId`.
  ///
  /// For a provider, it has `authUri`, `providerId` and `sessionId`.
  package struct Response: Codable, Equatable, Sendable {
    package var kind: String?
    package var registered: Bool?
    package var allProviders: [String]?
    /// `password`, `emailLink` or identity providers.
    ///
    /// `phone` is never listed.
    package var signinMethods: [String]?
    /// Send this to `accounts:signInWithIdp`, with the address to which the provider returned the browser.
    package var sessionId: String?
    /// The provider's sign-in page.
    package var authUri: String?
    package var providerId: String?

    package init(sessionId: String?) {
      kind = "identitytoolkit#CreateAuthUriResponse"
      self.sessionId = sessionId
    }
  }
}
