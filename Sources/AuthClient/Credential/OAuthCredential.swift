import HTTP

/// A credential from an identity provider: its tokens, or a redirect that the service exchanges for them.
///
/// It contains secrets.
public struct OAuthCredential: AuthCredential, Equatable {
  /// The address that the provider redirected the browser to. Its code works once.
  package struct Redirect: Sendable, Equatable {
    /// The whole address.
    package var requestURI: String
    /// The session ID of the `AuthorizationPage` that led to the redirect.
    package var sessionID: String

    package init(requestURI: String, sessionID: String) {
      self.requestURI = requestURI
      self.sessionID = sessionID
    }
  }

  package var providerID: String
  /// The provider's ID token.
  public package(set) var idToken: String?
  /// The provider's access token, for calls to the provider's own API.
  public package(set) var accessToken: String?
  /// The provider's refresh token. The service does not accept it.
  package var refreshToken: String?
  /// The token secret of OAuth 1.0a, for example X's.
  public package(set) var secret: String?
  /// The nonce of the ID token, before hashing.
  package var rawNonce: String?
  /// The service's reference to a credential that it has already seen.
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

  /// The credential in form encoding, as the request contains it.
  var postBody: String {
    let items: [(String, String?)] = [
      ("providerId", providerID), ("id_token", idToken), ("access_token", accessToken),
      ("oauth_token_secret", secret), ("nonce", rawNonce),
    ]
    return FormEncoding.encode(items.compactMap { name, value in value.map { QueryItem(name, $0) } })
  }
}

/// Keeps secrets out of `print` and `dump`.
extension OAuthCredential: CustomStringConvertible, CustomReflectable {
  public var description: String { "a credential of \(provider)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
