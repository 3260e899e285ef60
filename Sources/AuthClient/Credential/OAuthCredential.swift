import HTTP

/// What an identity provider gave: an ID token or an access token.
package struct OAuthCredential: Sendable, Equatable {
  package var providerID: String
  package var idToken: String?
  package var accessToken: String?
  /// The value that the ID token was asked for with, unhashed.
  package var rawNonce: String?
  /// The service's own reference to a credential that it has already seen.
  package var pendingToken: String?

  package init(
    providerID: String, idToken: String? = nil, accessToken: String? = nil, rawNonce: String? = nil,
    pendingToken: String? = nil
  ) {
    self.providerID = providerID
    self.idToken = idToken
    self.accessToken = accessToken
    self.rawNonce = rawNonce
    self.pendingToken = pendingToken
  }

  /// The form that travels inside the request.
  var postBody: String {
    let items: [(String, String?)] = [
      ("providerId", providerID), ("id_token", idToken), ("access_token", accessToken), ("nonce", rawNonce),
    ]
    return FormEncoding.encode(items.compactMap { name, value in value.map { QueryItem(name, $0) } })
  }
}
