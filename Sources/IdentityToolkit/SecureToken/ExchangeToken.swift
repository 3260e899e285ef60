import HTTP

/// The RPC `token`, which exchanges a refresh token for an ID token.
///
/// The request is a form, or JSON with camel-case keys. The answer has snake-case keys in both cases.
package enum ExchangeToken: RPC {
  package static let route = RPCRoute(.secureToken, .post, "v1/token")

  package struct Request: Codable, Equatable, Sendable {
    package var grantType: String?
    package var refreshToken: String?

    package init(grantType: String? = "refresh_token", refreshToken: String?) {
      self.grantType = grantType
      self.refreshToken = refreshToken
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    /// The same ID token, under the name that Apple's SDK reads.
    package var accessToken: String?
    package var idToken: String?
    package var refreshToken: String?
    /// In seconds, as a decimal string.
    package var expiresIn: String?
    package var tokenType: String?
    package var userId: String?
    /// The project's *number*.
    package var projectId: String?

    enum CodingKeys: String, CodingKey {
      case accessToken = "access_token"
      case idToken = "id_token"
      case refreshToken = "refresh_token"
      case expiresIn = "expires_in"
      case tokenType = "token_type"
      case userId = "user_id"
      case projectId = "project_id"
    }

    package init(
      idToken: String?, refreshToken: String?, expiresIn: String?, userId: String?, projectId: String?
    ) {
      accessToken = idToken
      self.idToken = idToken
      self.refreshToken = refreshToken
      self.expiresIn = expiresIn
      tokenType = "Bearer"
      self.userId = userId
      self.projectId = projectId
    }
  }
}
