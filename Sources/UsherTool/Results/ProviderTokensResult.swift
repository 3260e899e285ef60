import AuthClient
import Essentials

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
  var lines: [Text] {
    let lines: [Text?] = [
      idToken.map { "ID token of \(provider): \($0)" },
      accessToken.map { "Access token of \(provider): \($0)" },
      refreshToken.map { "Refresh token of \(provider): \($0)" },
      tokenSecret.map { "Token secret of \(provider): \($0)" },
    ]
    return lines.compactMap(\.self)
  }
}
