import HTTP

/// What an identity provider gave: tokens, or an answer that the service exchanges for them.
package struct OAuthCredential: Sendable, Equatable {
  /// Where the provider sent the browser back to, with a code that works once.
  package struct Redirect: Sendable, Equatable {
    /// The whole address.
    package var requestURI: String
    /// Of the `AuthorizationPage` that led there.
    package var sessionID: String

    package init(requestURI: String, sessionID: String) {
      self.requestURI = requestURI
      self.sessionID = sessionID
    }
  }

  package var providerID: String
  package var idToken: String?
  package var accessToken: String?
  /// For new access tokens of the provider's; the service never takes it.
  package var refreshToken: String?
  /// Of OAuth 1.0a, X say.
  package var tokenSecret: String?
  /// The value that the ID token was asked for with, unhashed.
  package var rawNonce: String?
  /// The service's own reference to a credential that it has already seen.
  package var pendingToken: String?
  package var redirect: Redirect?

  package init(
    providerID: String, idToken: String? = nil, accessToken: String? = nil, refreshToken: String? = nil,
    tokenSecret: String? = nil, rawNonce: String? = nil, pendingToken: String? = nil,
    redirect: Redirect? = nil
  ) {
    self.providerID = providerID
    self.idToken = idToken
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.tokenSecret = tokenSecret
    self.rawNonce = rawNonce
    self.pendingToken = pendingToken
    self.redirect = redirect
  }

  /// The form that travels inside the request.
  var postBody: String {
    let items: [(String, String?)] = [
      ("providerId", providerID), ("id_token", idToken), ("access_token", accessToken),
      ("oauth_token_secret", tokenSecret), ("nonce", rawNonce),
    ]
    return FormEncoding.encode(items.compactMap { name, value in value.map { QueryItem(name, $0) } })
  }
}
