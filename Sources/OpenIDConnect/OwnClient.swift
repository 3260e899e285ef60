import AuthClient
import Crypto
import Essentials
import Flows
import HTTP
import IDTokens
import IdentityToolkit
import OpenIDConnect

/// An OAuth client of one's own at a provider: asks it without the service, and gets the tokens that the service takes.
struct OwnClient {
  let identityProvider: IdentityProvider
  let provider: OpenIDProvider
  /// Whether browsers are sent back to any port; else to one that is registered.
  let takesAnyPort: Bool
  let client: OAuthClient
  let scopes: [String]
  let connection: ProviderConnection
  private let service: Service

  /// Finds out where the provider is asked.
  /// - Parameter scopes: What is asked for beyond what a sign-in needs.
  /// - Throws: `OwnClientProblem`.
  init(
    _ saved: SavedOAuthClient, of identityProvider: IdentityProvider, scopes: [String], at service: Service
  ) throws {
    self.identityProvider = identityProvider
    self.service = service
    let connection = ProviderConnection(service.transports.remote())
    self.connection = connection
    let ownScopes: [String]
    switch identityProvider.direct {
    case .openID(let known, let takesAnyPort):
      guard let issuer = saved.issuer ?? known else {
        throw OwnClientProblem.issuerMissing(identityProvider)
      }
      provider = try Self.asking(identityProvider) { () throws(OpenIDError) in
        try connection.provider(of: issuer)
      }
      ownScopes = ["openid", "email", "profile"]
      self.takesAnyPort = takesAnyPort
    case .oauth(let authorization, let token, let deviceAuthorization, let scopes):
      guard let authorization = EndpointAddress(authorization), let token = EndpointAddress(token) else {
        fatalError("\(identityProvider.id) is declared with addresses that are none")
      }
      provider = OpenIDProvider(
        issuer: nil, authorization: authorization, token: token,
        deviceAuthorization: EndpointAddress(deviceAuthorization), wantsSecretInForm: true)
      ownScopes = scopes
      takesAnyPort = false
    case nil: throw OwnClientProblem.serviceOnly(identityProvider)
    }
    self.scopes = ownScopes + scopes.filter { !ownScopes.contains($0) }
    // Read each time, as it is kept nowhere else.
    client = OAuthClient(
      id: saved.clientID,
      secret: try saved.secretFile.map { try ClientSecretFile.read($0, service.world.standardInput) })
  }

  /// What the provider is asked in a browser, and the nonce as the service has to be told it.
  ///
  /// Services compare the digest of the nonce that they are told with the one in the token; the token alone is then
  /// of no use to who reads it.
  func authorization(to redirectURI: String) throws -> (Authorization, rawNonce: String) {
    let rawNonce = Base64URL.encode(try service.world.random(16))
    let authorization = Authorization(
      with: provider, as: client, redirectURI: redirectURI, scopes: scopes,
      state: Base64URL.encode(try service.world.random(16)), nonce: Hex.encode(Digest.sha256(rawNonce.utf8)),
      verifier: try CodeVerifier(random: service.world.random))
    return (authorization, rawNonce)
  }

  /// What the service takes of `answer`.
  /// - Parameters:
  ///   - nonce: what the ID token has to hold; nil where nothing could be asked for.
  ///   - rawNonce: what the service is told of it.
  func credential(_ answer: TokenAnswer, nonce: String? = nil, rawNonce: String? = nil) throws
    -> OAuthCredential
  {
    guard provider.issuer != nil else {
      guard let token = answer.accessToken else {
        throw OwnClientProblem.asked(identityProvider, .token(.missing))
      }
      return OAuthCredential(providerID: identityProvider.id, accessToken: token)
    }
    var check = provider.tokenCheck(for: client.id, nonce: nonce)
    check.accessToken = answer.accessToken
    check.expiryLeeway = IDTokenCheck.personalLeeway
    check.startLeeway = IDTokenCheck.personalLeeway
    // The service looks at it again; a token that it would refuse is better explained here.
    _ = try asking { () throws(OpenIDError) in
      try connection.claims(of: answer.idToken, from: provider, by: check, at: service.world.now())
    }
    return OAuthCredential(
      providerID: identityProvider.id, idToken: answer.idToken, accessToken: answer.accessToken,
      rawNonce: rawNonce)
  }

  /// Asks the provider, and says of an error whose it is.
  func asking<Answer>(_ body: () throws(OpenIDError) -> Answer) throws(OwnClientProblem) -> Answer {
    try Self.asking(identityProvider, body)
  }

  private static func asking<Answer>(
    _ provider: IdentityProvider, _ body: () throws(OpenIDError) -> Answer
  ) throws(OwnClientProblem) -> Answer {
    do throws(OpenIDError) {
      return try body()
    } catch {
      throw .asked(provider, error)
    }
  }
}
