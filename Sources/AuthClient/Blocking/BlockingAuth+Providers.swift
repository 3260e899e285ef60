import HTTP
import IdentityToolkit

extension BlockingAuth {
  /// The page at which a user signs in at `provider`, which then sends the browser to `continueURL`: an address that is
  /// registered with the provider, on a domain that the project authorizes.
  package func authorizationPage(
    provider: String, continueURL: String, scopes: [String] = [], customParameters: [String: String] = [:]
  ) throws(AuthFailure) -> AuthorizationPage {
    var request = CreateAuthUri.Request(provider: provider, continueURL: continueURL)
    request.tenantId = backend.tenant
    if !scopes.isEmpty { request.oauthScope = scopes.joined(separator: " ") }
    if !customParameters.isEmpty { request.customParameter = customParameters }
    // A repeated one leaves a sign-in behind that nobody goes on with, and that expires.
    let answer = try backend.call(CreateAuthUri.self, request, tries: Backend.idempotentTries)
    guard let url = answer.authUri, let sessionID = answer.sessionId, isPage(url) else {
      throw .malformedAnswer(status: 200, reason: "no sign-in page of the provider")
    }
    return AuthorizationPage(url: url, sessionID: sessionID)
  }

  /// Whether a browser may be sent to `url`; without encryption only by a local server.
  private func isPage(_ url: String) -> Bool {
    guard let address = try? StrictURL(url) else { return false }
    return address.scheme == "https" || (address.scheme == "http" && backend.endpoint != .production)
  }
}
