import AuthClient
import Flows
import IdentityToolkit
import OpenIDConnect

extension OwnClient {
  /// Creates the client from a profile's settings, and finds the provider's endpoints.
  /// - Parameter scopes: The scopes to request besides those that a sign-in needs.
  /// - Throws: `OwnClientProblem`.
  convenience init(
    _ saved: SavedOAuthClient, of provider: IdentityProvider, scopes: [String], at service: Service
  ) throws {
    let world = service.world
    // Read the secret each time, because usher does not save it.
    let secret = try saved.secretFile.map { file in
      service.place.output.warn(ofExposed: file)
      return try ClientSecretFile.read(file, world.standardInput)
    }
    try self.init(
      OAuthClient(id: saved.clientID, secret: secret), of: provider, issuer: saved.issuer, scopes: scopes,
      over: ProviderConnection(service.transports.remote()), random: world.random, now: world.now)
  }

  /// Returns the part of the provider's response that the service accepts.
  func credential(_ tokens: Tokens) -> OAuthCredential {
    OAuthCredential(
      providerID: identityProvider.id, idToken: tokens.idToken, accessToken: tokens.accessToken,
      rawNonce: tokens.rawNonce)
  }
}
