import AuthClient
import IdentityToolkit

/// What a provider's sign-in page is asked for.
struct AuthorizationRequest {
  var scopes: [String] = []
  var parameters: [String: String] = [:]

  func page(
    of provider: IdentityProvider, leadingTo callbackURL: String, at service: Service
  ) throws -> AuthorizationPage {
    try service.auth().authorizationPage(
      provider: provider.id, continueURL: callbackURL, scopes: scopes, customParameters: parameters)
  }
}
