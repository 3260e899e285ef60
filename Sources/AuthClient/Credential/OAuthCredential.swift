import HTTP

/// What an identity provider gave: its tokens, or an answer that the service exchanges for them. Secrets.
public struct OAuthCredential: AuthCredential, Equatable {
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
  /// The provider's ID token.
  public package(set) var idToken: String?
  /// The provider's access token, for calls to its own API.
  public package(set) var accessToken: String?
  /// For new access tokens of the provider's; the service never takes it.
  package var refreshToken: String?
  /// The token secret of OAuth 1.0a, X's for example.
  public package(set) var secret: String?
  /// The value that the ID token was asked for with, unhashed.
  package var rawNonce: String?
  /// The service's own reference to a credential that it has already seen.
  package var pendingToken: String?
  package var redirect: Redirect?

  public var provider: String { providerID }

  package init(
    providerID: String, idToken: String? = nil, accessToken: String? = nil, refreshToken: String? = nil,
    secret: String? = nil, rawNonce: String? = nil, pendingToken: String? = nil, redirect: Redirect? = nil
  ) {
    self.providerID = providerID
    self.idToken = idToken
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.secret = secret
    self.rawNonce = rawNonce
    self.pendingToken = pendingToken
    self.redirect = redirect
  }

  /// The form that travels inside the request.
  var postBody: String {
    let items: [(String, String?)] = [
      ("providerId", providerID), ("id_token", idToken), ("access_token", accessToken),
      ("oauth_token_secret", secret), ("nonce", rawNonce),
    ]
    return FormEncoding.encode(items.compactMap { name, value in value.map { QueryItem(name, $0) } })
  }
}

/// Without what is secret in it, also where it is dumped.
extension OAuthCredential: CustomStringConvertible, CustomReflectable {
  public var description: String { "a credential of \(provider)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
