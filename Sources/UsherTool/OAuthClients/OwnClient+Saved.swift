import AuthClient
import Flows
import IdentityToolkit
import OpenIDConnect

extension OwnClient {
  /// Finds out where the provider of a profile's client is asked.
  /// - Parameter scopes: What is asked for beyond what a sign-in needs.
  /// - Throws: `OwnClientProblem`.
  convenience init(
    _ saved: SavedOAuthClient, of provider: IdentityProvider, scopes: [String], at service: Service
  ) throws {
    let world = service.world
    // Read each time, as it is kept nowhere else.
    let secret = try saved.secretFile.map { try ClientSecretFile.read($0, world.standardInput) }
    try self.init(
      OAuthClient(id: saved.clientID, secret: secret), of: provider, issuer: saved.issuer, scopes: scopes,
      over: ProviderConnection(service.transports.remote()), random: world.random, now: world.now)
  }

  /// What the service takes of the provider's answer.
  func credential(_ tokens: Tokens) -> OAuthCredential {
    OAuthCredential(
      providerID: identityProvider.id, idToken: tokens.idToken, accessToken: tokens.accessToken,
      rawNonce: tokens.rawNonce)
  }
}
