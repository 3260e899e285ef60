import HTTP

/// `accounts:createAuthUri`, as far as clients use it: the sign-in methods of an address.
package enum CreateAuthUri: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .post, "v1/accounts:createAuthUri", legacyName: "createAuthUri")

  package struct Request: Codable, Equatable, Sendable {
    /// The address.
    package var identifier: String?
    /// Required and not used.
    package var continueUri: String?
    package var providerId: String?
    package var sessionId: String?
    package var tenantId: String?

    package init(identifier: String? = nil) {
      self.identifier = identifier
      continueUri = "http://localhost"
    }
  }

  /// With e-mail-enumeration protection on, only `kind` and `sessionId`.
  package struct Response: Codable, Equatable, Sendable {
    package var kind: String?
    package var registered: Bool?
    package var allProviders: [String]?
    /// `password`, `emailLink`, or an identity provider; `phone` is never listed.
    package var signinMethods: [String]?
    package var sessionId: String?

    package init(sessionId: String?) {
      kind = "identitytoolkit#CreateAuthUriResponse"
      self.sessionId = sessionId
    }
  }
}
