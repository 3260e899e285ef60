package import Crypto
package import Essentials
package import HTTP
import IDTokens
package import IdentityToolkit

/// Your own OAuth client at a provider.
///
/// It gets tokens that the service accepts, without calling the service.
///
/// In a browser, it uses an authorization code with PKCE and a loopback redirect (RFC 8252). On another device, the
/// person enters a code (RFC 8628).
package final class OwnClient: Sendable {
  package let identityProvider: IdentityProvider
  /// Whether the provider accepts any port in a redirect.
  ///
  /// If not, the port must be registered.
  package let takesAnyPort: Bool
  private let provider: OpenIDProvider
  private let client: OAuthClient
  private let scopes: [String]
  private let connection: ProviderConnection
  private let random: RandomSource
  private let now: @Sendable () -> Date

  /// Finds the provider's endpoints.
  ///
  /// - Parameters:
  ///   - issuer: The issuer of a provider that is not built in.
  ///   - scopes: Scopes in addition to those that a sign-in needs.
  package init(
    _ client: OAuthClient, of identityProvider: IdentityProvider, issuer: String?, scopes: [String],
    over connection: ProviderConnection, random: @escaping RandomSource, now: @escaping @Sendable () -> Date
  ) throws(OwnClientProblem) {
    self.client = client
    self.identityProvider = identityProvider
    self.connection = connection
    self.random = random
    self.now = now
    let ownScopes: [String]
    switch identityProvider.direct {
    case .openID(let known, let takesAnyPort):
      guard let issuer = issuer ?? known else { throw .issuerMissing(identityProvider) }
      do throws(OpenIDError) {
        provider = try connection.provider(of: issuer)
      } catch {
        throw .asked(identityProvider, error)
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
    case nil: throw .serviceOnly(identityProvider)
    }
    self.scopes = ownScopes + scopes.filter { !ownScopes.contains($0) }
  }

  /// An authorization request for a browser.
  package final class Question: Sendable {
    let authorization: Authorization
    /// The nonce in the form in which the service needs it.
    let rawNonce: String

    fileprivate init(_ authorization: Authorization, rawNonce: String) {
      self.authorization = authorization
      self.rawNonce = rawNonce
    }

    /// Returns the address of the provider's page.
    ///
    /// - Parameter parameters: Parameters for the provider, such as `login_hint`.
    package func url(_ parameters: [QueryItem] = []) -> String { authorization.url(parameters) }
  }

  /// The tokens from the provider's answer that the service accepts.
  package struct Tokens: Sendable, Equatable {
    package var idToken: String?
    package var accessToken: String?
    package var rawNonce: String?
  }

  /// Returns a new authorization request, whose answer goes to `redirectURI`.
  ///
  /// Services compare the digest of the given nonce with the nonce in the token. So a person who reads the token alone
  /// cannot use it.
  package func question(to redirectURI: String) throws(CryptoError) -> Question {
    let rawNonce = Base64URL.encode(try random(16))
    let authorization = Authorization(
      with: provider, as: client, redirectURI: redirectURI, scopes: scopes,
      state: Base64URL.encode(try random(16)), nonce: Hex.encode(Digest.sha256(rawNonce.utf8)),
      verifier: try CodeVerifier(random: random))
    return Question(authorization, rawNonce: rawNonce)
  }

  /// Returns the tokens for the answer that the browser brought.
  package func tokens(
    for answer: [QueryItem], to question: Question
  ) throws(OwnClientProblem) -> Tokens {
    try asking { () throws(OpenIDError) in
      let tokens = try connection.tokens(
        for: try question.authorization.code(in: answer), of: question.authorization)
      return try checked(tokens, nonce: question.authorization.nonce, rawNonce: question.rawNonce)
    }
  }

  /// Starts a sign-in on another device.
  package func deviceAuthorization() throws(OwnClientProblem) -> DeviceAuthorization {
    try asking { () throws(OpenIDError) in
      try connection.deviceAuthorization(with: provider, as: client, scopes: scopes)
    }
  }

  private static let longestInterval = Duration.seconds(60)

  /// Polls until the person has finished on the other device.
  ///
  /// Returns nil if `limit` ends before the code expires.
  /// - Parameters:
  ///   - uptime: Returns the time that is used to measure.
  ///   - pause: Waits between two polls. An error that it throws ends the wait.
  /// - Throws: `OwnClientProblem`.
  package func tokens(
    of device: DeviceAuthorization, within limit: Duration, uptime: () -> Duration,
    pause: (Duration) throws -> Void
  ) throws -> Tokens? {
    let start = uptime()
    var interval = device.interval
    while true {
      guard uptime() - start + interval <= min(device.lifetime, limit) else {
        // The shorter of the person's limit and the code's lifetime counts.
        if limit < device.lifetime { return nil }
        throw OwnClientProblem.asked(
          identityProvider, .refused(code: "expired_token", description: nil))
      }
      try pause(interval)
      let poll: DeviceAuthorization.Poll
      do throws(OpenIDError) {
        poll = try connection.poll(device, with: provider, as: client)
      } catch {
        // RFC 8628 §3.5: if the provider does not answer, poll less often. The person may continue meanwhile.
        guard error.mayPass else { throw OwnClientProblem.asked(identityProvider, error) }
        interval = min(interval * 2, Self.longestInterval)
        continue
      }
      switch poll {
      case .pending: break
      case .slowDown: interval += .seconds(5)
      case .granted(let tokens): return try asking { () throws(OpenIDError) in try checked(tokens) }
      }
    }
  }

  /// - Parameters:
  ///   - nonce: The nonce that the ID token must contain, or nil if none could be requested.
  ///   - rawNonce: The nonce for the service.
  private func checked(
    _ answer: TokenAnswer, nonce: String? = nil, rawNonce: String? = nil
  ) throws(OpenIDError) -> Tokens {
    guard provider.issuer != nil else {
      guard let token = answer.accessToken else { throw .token(.missing) }
      return Tokens(accessToken: token)
    }
    var check = provider.tokenCheck(for: client.id, nonce: nonce)
    check.accessToken = answer.accessToken
    check.expiryLeeway = IDTokenCheck.personalLeeway
    check.startLeeway = IDTokenCheck.personalLeeway
    // The service checks the token again, but this error message can explain more.
    _ = try connection.claims(of: answer.idToken, from: provider, by: check, at: now())
    return Tokens(idToken: answer.idToken, accessToken: answer.accessToken, rawNonce: rawNonce)
  }

  /// Adds the provider to an error.
  private func asking<Answer>(_ body: () throws(OpenIDError) -> Answer) throws(OwnClientProblem) -> Answer {
    do throws(OpenIDError) {
      return try body()
    } catch {
      throw .asked(identityProvider, error)
    }
  }
}

extension OpenIDError {
  /// Whether the same request may succeed later.
  fileprivate var mayPass: Bool {
    switch self {
    case .status(_, let status): status >= 500
    case .unreachable(_, let reason):
      switch reason {
      case .timedOut, .sentInPart, .cutOff, .cutOffSending, .connectionRefused, .connectionFailed,
        .nameNotResolved:
        true
      default: false
      }
    default: false
    }
  }
}
