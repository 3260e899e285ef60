import AuthClient
import IdentityToolkit

/// What a provider's sign-in page is asked for.
struct AuthorizationRequest {
  var scopes: [String] = []
  var parameters: [String: String] = [:]

  func page(
    of provider: IdentityProvider, leadingTo callbackURL: String, in context: Context
  ) throws -> AuthorizationPage {
    try context.auth().authorizationPage(
      provider: provider.id, continueURL: callbackURL, scopes: scopes, customParameters: parameters)
  }
}
