import AuthClient

/// What an identity provider gave for calls to it. Secrets: shown only where they were asked for.
struct ProviderTokensResult: Codable, OmitsMissing, Sendable {
  var provider: String
  var idToken: String?
  var accessToken: String?
  var refreshToken: String?
  var tokenSecret: String?

  init(_ credential: OAuthCredential) {
    provider = credential.providerID
    idToken = credential.idToken
    accessToken = credential.accessToken
    refreshToken = credential.refreshToken
    tokenSecret = credential.secret
  }

  /// One line for each.
  var lines: [String] {
    let tokens = [
      ("ID token", idToken), ("Access token", accessToken), ("Refresh token", refreshToken),
      ("Token secret", tokenSecret),
    ]
    return tokens.compactMap { name, token in token.map { "\(name) of \(provider): \($0)" } }
  }

  private enum CodingKeys: String, CodingKey {
    case provider
    case idToken = "id_token"
    case accessToken = "access_token"
    case refreshToken = "refresh_token"
    case tokenSecret = "token_secret"
  }
}
