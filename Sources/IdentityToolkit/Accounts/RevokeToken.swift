import HTTP

/// The RPC `accounts:revokeToken`, which revokes an identity provider's token for an app.
///
/// The Firebase session continues.
///
/// Apple requires this when an account is deleted.
package enum RevokeToken: RPC {
  package static let route = RPCRoute(.identityToolkit, .post, "v2/accounts:revokeToken")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    /// `apple.com`, the only provider with this call.
    package var providerId: String?
    package var tokenType: TokenType?
    package var token: String?
    package var idToken: String?
    /// For a web page's code: the address to which the provider returned it.
    package var redirectUri: String?
    package var tenantId: String?

    package init(
      providerId: String? = "apple.com", tokenType: TokenType?, token: String?, idToken: String?,
      tenantId: String? = nil
    ) {
      self.providerId = providerId
      self.tokenType = tokenType
      self.token = token
      self.idToken = idToken
      self.tenantId = tenantId
    }
  }

  package struct TokenType: EnumName, Equatable, Sendable {
    package var rawValue: String

    /// The number may be text, as Apple's platforms send it.
    package init(rawValue: String) {
      let number = Int(rawValue) ?? -1
      self.rawValue = Self.names.indices.contains(number) ? Self.names[number] : rawValue
    }

    /// An authorization code, which is not a token yet.
    package static let code = TokenType(rawValue: "CODE")

    package static let names = ["TOKEN_TYPE_UNSPECIFIED", "REFRESH_TOKEN", "ACCESS_TOKEN", "CODE"]
  }
}
