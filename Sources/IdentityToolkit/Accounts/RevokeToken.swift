import HTTP

/// `accounts:revokeToken`: has an identity provider end what it gave an app, as Apple requires when an account is
/// deleted. The Firebase session goes on.
package enum RevokeToken: RPC {
  package static let route = RPCRoute(.identityToolkit, .post, "v2/accounts:revokeToken")

  package struct Request: Codable, Equatable, Sendable {
    /// `apple.com`; no other has that.
    package var providerId: String?
    package var tokenType: TokenType?
    package var token: String?
    package var idToken: String?
    /// With a code of a web page: where the provider sent it.
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

  package typealias Response = EmptyObject

  /// What the provider gave.
  package struct TokenType: EnumName, Equatable, Sendable {
    package var rawValue: String

    /// The number may come as text, as Apple's platforms send it.
    package init(rawValue: String) {
      let number = Int(rawValue) ?? -1
      self.rawValue = Self.names.indices.contains(number) ? Self.names[number] : rawValue
    }

    package static let names = ["TOKEN_TYPE_UNSPECIFIED", "REFRESH_TOKEN", "ACCESS_TOKEN", "CODE"]
  }
}
