package import Crypto
package import Essentials
package import HTTP
import IDTokens
package import IdentityToolkit

/// An OAuth client of one's own at a provider: asks it without the service, and gets the tokens that the service takes.
///
/// In a browser, an authorization code with PKCE is brought back over loopback (RFC 8252); on another machine, the person
/// types a code (RFC 8628).
package final class OwnClient: Sendable {
  package let identityProvider: IdentityProvider
  /// Whether browsers are sent back to any port; else to one that is registered.
  package let takesAnyPort: Bool
  private let provider: OpenIDProvider
  private let client: OAuthClient
  private let scopes: [String]
  private let connection: ProviderConnection
  private let random: RandomSource
  private let now: @Sendable () -> Date

  /// Finds out where the provider is asked.
  /// - Parameters:
  ///   - issuer: of a provider that is not known beforehand.
  ///   - scopes: what is asked for beyond what a sign-in needs.
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

  /// What the provider is asked in a browser.
  package final class Question: Sendable {
    let authorization: Authorization
    /// The nonce as the service has to be told it.
    let rawNonce: String

    fileprivate init(_ authorization: Authorization, rawNonce: String) {
      self.authorization = authorization
      self.rawNonce = rawNonce
    }

    /// The page that the browser is sent to.
    /// - Parameter parameters: the provider's own, `login_hint` say.
    package func url(_ parameters: [QueryItem] = []) -> String { authorization.url(parameters) }
  }

  /// What the service takes of the provider's answer.
  package struct Tokens: Sendable, Equatable {
    package var idToken: String?
    package var accessToken: String?
    package var rawNonce: String?
  }

  /// A new question, whose answer is brought to `redirectURI`.
  ///
  /// Services compare the digest of the nonce that they are told with the one in the token; the token alone is then
  /// of no use to who reads it.
  package func question(to redirectURI: String) throws(CryptoError) -> Question {
    let rawNonce = Base64URL.encode(try random(16))
    let authorization = Authorization(
      with: provider, as: client, redirectURI: redirectURI, scopes: scopes,
      state: Base64URL.encode(try random(16)), nonce: Hex.encode(Digest.sha256(rawNonce.utf8)),
      verifier: try CodeVerifier(random: random))
    return Question(authorization, rawNonce: rawNonce)
  }

  /// The tokens for what the browser came back with.
  package func tokens(
    for answer: [QueryItem], to question: Question
  ) throws(OwnClientProblem) -> Tokens {
    try asking { () throws(OpenIDError) in
      let tokens = try connection.tokens(
        for: try question.authorization.code(in: answer), of: question.authorization)
      return try checked(tokens, nonce: question.authorization.nonce, rawNonce: question.rawNonce)
    }
  }

  /// Begins a sign-in that goes on on another machine.
  package func deviceAuthorization() throws(OwnClientProblem) -> DeviceAuthorization {
    try asking { () throws(OpenIDError) in
      try connection.deviceAuthorization(with: provider, as: client, scopes: scopes)
    }
  }

  private static let longestInterval = Duration.seconds(60)

  /// Asks again and again whether the person is done on the other machine; nil where `limit` passed before the code's
  /// life did.
  /// - Parameters:
  ///   - uptime: what the time is measured by.
  ///   - pause: waits between two questions; what it throws ends the wait.
  /// - Throws: `OwnClientProblem`.
  package func tokens(
    of device: DeviceAuthorization, within limit: Duration, uptime: () -> Duration,
    pause: (Duration) throws -> Void
  ) throws -> Tokens? {
    let start = uptime()
    var interval = device.interval
    while true {
      guard uptime() - start + interval <= min(device.lifetime, limit) else {
        // The person's time or the code's, whichever is shorter.
        if limit < device.lifetime { return nil }
        throw OwnClientProblem.asked(
          identityProvider, .refused(code: "expired_token", description: nil))
      }
      try pause(interval)
      let poll: DeviceAuthorization.Poll
      do throws(OpenIDError) {
        poll = try connection.poll(device, with: provider, as: client)
      } catch {
        // RFC 8628 §3.5: who does not answer is asked less often. The person is still at it meanwhile.
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
  ///   - nonce: what the ID token has to hold; nil where nothing could be asked for.
  ///   - rawNonce: what the service is told of it.
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
    // The service looks at it again; a token that it would refuse is better explained here.
    _ = try connection.claims(of: answer.idToken, from: provider, by: check, at: now())
    return Tokens(idToken: answer.idToken, accessToken: answer.accessToken, rawNonce: rawNonce)
  }

  /// Says of an error whose it is.
  private func asking<Answer>(_ body: () throws(OpenIDError) -> Answer) throws(OwnClientProblem) -> Answer {
    do throws(OpenIDError) {
      return try body()
    } catch {
      throw .asked(identityProvider, error)
    }
  }
}

extension OpenIDError {
  /// Whether the same question may well be answered later.
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
