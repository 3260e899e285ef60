import HTTP

/// `accounts:createAuthUri`: the sign-in methods of an address, or the way to an identity provider's sign-in page.
package enum CreateAuthUri: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .post, "v1/accounts:createAuthUri", legacyName: "createAuthUri")

  package struct Request: Codable, Equatable, Sendable {
    /// The address.
    package var identifier: String?
    /// Where the provider sends the browser back to. Required for an address, too, and not used there.
    package var continueUri: String?
    package var providerId: String?
    /// What is asked for beyond the provider's own choice, with spaces in between.
    package var oauthScope: String?
    /// Parameters of the provider's own, `login_hint` say.
    package var customParameter: [String: String]?
    /// `CODE_FLOW` has the provider answer with a code, in a query.
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

  /// Of an address: with e-mail-enumeration protection on, only `kind` and `sessionId`. Of a provider: `authUri`,
  /// `providerId` and `sessionId`.
  package struct Response: Codable, Equatable, Sendable {
    package var kind: String?
    package var registered: Bool?
    package var allProviders: [String]?
    /// `password`, `emailLink`, or an identity provider; `phone` is never listed.
    package var signinMethods: [String]?
    /// Goes to `accounts:signInWithIdp` together with the address that the provider sent the browser back to.
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
