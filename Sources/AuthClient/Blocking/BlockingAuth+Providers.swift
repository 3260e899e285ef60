import HTTP
package import IdentityToolkit

extension BlockingAuth {
  /// Returns the page on which a user signs in at `provider`. The provider then redirects the browser to `continueURL`.
  ///
  /// That address must be registered with the provider, on one of the project's authorized domains.
  package func authorizationPage(
    provider: String, continueURL: String, scopes: [String] = [], customParameters: [String: String] = [:]
  ) throws(AuthFailure) -> AuthorizationPage {
    var request = CreateAuthUri.Request(provider: provider, continueURL: continueURL)
    request.tenantId = backend.tenant
    if !scopes.isEmpty { request.oauthScope = scopes.joined(separator: " ") }
    if !customParameters.isEmpty { request.customParameter = customParameters }
    // If the request is repeated, the first sign-in is not continued and expires.
    let answer = try backend.call(CreateAuthUri.self, request, tries: Backend.idempotentTries)
    guard let url = answer.authUri, let sessionID = answer.sessionId, isPage(url) else {
      throw .malformedAnswer(status: 200, reason: "no sign-in page of the provider")
    }
    return AuthorizationPage(url: url, sessionID: sessionID)
  }

  /// Revokes a token of Sign in with Apple. The service knows no other provider for this.
  package func revokeToken(_ token: String, _ type: RevokeToken.TokenType) throws(AuthFailure) {
    try showingToken { current throws(AuthFailure) in
      _ = try backend.call(
        RevokeToken.self,
        .init(
          tokenType: type, token: token, idToken: current.tokens.idToken.text, tenantId: backend.tenant))
    }
  }

  /// Whether a browser may open `url`. Only a local server may use it without encryption.
  private func isPage(_ url: String) -> Bool {
    guard let address = try? StrictURL(url) else { return false }
    return address.scheme == "https" || (address.scheme == "http" && backend.endpoint != .production)
  }
}
