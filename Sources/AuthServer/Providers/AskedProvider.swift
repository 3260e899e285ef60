import HTTP
import IDTokens
import IdentityToolkit
import OpenIDConnect

/// A project's own OpenID provider, which the server contacts itself.
///
/// No transaction is open meanwhile.
struct AskedProvider: Sendable {
  private let call: Call
  /// The ID, `oidc.…`.
  private let id: String
  private let issuer: String
  private let client: OAuthClient

  /// Returns nil for a provider that the server's own page replaces.
  init?(_ call: Call, _ id: String, _ settings: ProviderSettings?) {
    guard let settings, let issuer = settings.issuer else { return nil }
    self.call = call
    self.id = id
    self.issuer = issuer
    client = OAuthClient(id: settings.clientID, secret: settings.clientSecret)
  }

  /// Returns the address of the provider's page.
  func page(
    _ secrets: AuthorizationSecrets, scope: String?, _ parameters: [String: String],
    goingOnTo next: ContinueURL
  ) throws(ServerError) -> String {
    try asking { provider, _ throws(OpenIDError) in
      let asked = ["openid", "email", "profile"]
      let more = (scope ?? "").split(separator: " ").map(String.init).filter { !asked.contains($0) }
      let passed = parameters.filter { $0.key != "usher_identity" }.sorted { $0.key < $1.key }
      return question(with: provider, secrets, next, scopes: asked + more)
        .url(passed.map { QueryItem($0.key, $0.value) })
    }
  }

  /// Exchanges the code in `callback` at the provider, verifies the ID token, and returns the credential.
  func credential(
    _ callback: ProviderCallback, _ secrets: AuthorizationSecrets, goingOnTo next: ContinueURL
  ) throws(ServerError) -> IdpCredential {
    try asking { provider, connection throws(OpenIDError) in
      let question = question(with: provider, secrets, next, scopes: [])
      let tokens = try connection.tokens(for: question.code(in: callback.items), of: question)
      var check = lenient(provider.tokenCheck(for: client.id, nonce: secrets.nonce))
      check.accessToken = tokens.accessToken
      let claims = try connection.claims(of: tokens.idToken, from: provider, by: check, at: call.now)
      var credential = IdpCredential(
        provider: id, idToken: tokens.idToken, accessToken: tokens.accessToken, nonce: secrets.nonce)
      credential.said = try connection.completed(claims, with: tokens.accessToken, from: provider)
      return credential
    }
  }

  /// Returns the client's `credential` with the provider's claims.
  ///
  /// It refuses an ID token that the provider did not issue for this client. The nonce is the client's own, and the
  /// token may contain its digest: `IdpAssertion` checks it.
  func checked(_ credential: IdpCredential) throws(ServerError) -> IdpCredential {
    let idToken = credential.idToken ?? ""
    // This check comes first, so junk does not cause requests to the provider.
    do throws(IDTokenProblem) {
      let check = lenient(OpenIDProvider.tokenCheck(ofConfigured: issuer, for: client.id))
      _ = try check.claims(of: JWT(idToken), at: call.now)
    } catch {
      throw refusal(error)
    }
    return try asking { provider, connection throws(OpenIDError) in
      let check = lenient(provider.tokenCheck(for: client.id, nonce: nil))
      let claims = try connection.claims(of: idToken, from: provider, by: check, at: call.now)
      var credential = credential
      credential.said = try connection.completed(claims, with: credential.accessToken, from: provider)
      return credential
    }
  }

  private func question(
    with provider: OpenIDProvider, _ secrets: AuthorizationSecrets, _ next: ContinueURL, scopes: [String]
  ) -> Authorization {
    guard let verifier = CodeVerifier(secrets.verifier) else { fatalError("a digest is no verifier") }
    return Authorization(
      with: provider, as: client, redirectURI: next.text, scopes: scopes, state: secrets.state,
      nonce: secrets.nonce, verifier: verifier)
  }

  /// Returns `check` with the clock tolerance of this server's policy, because it may run on a person's own machine.
  private func lenient(_ check: IDTokenCheck) -> IDTokenCheck {
    var check = check
    check.expiryLeeway = Double(call.policy.clockSkew)
    check.startLeeway = check.expiryLeeway
    return check
  }

  private func asking<Value>(
    _ body: (OpenIDProvider, ProviderConnection) throws(OpenIDError) -> Value
  ) throws(ServerError) -> Value {
    guard let transport = call.parts.identityProviders?() else {
      throw unavailable("it cannot be reached from here")
    }
    let connection = ProviderConnection(transport)
    do throws(OpenIDError) {
      return try body(try connection.provider(of: issuer), connection)
    } catch {
      throw refusal(error)
    }
  }

  private func unavailable(_ reason: String) -> ServerError {
    ServerError(.unavailable, "((\(id): \(reason).))", httpStatus: 503, status: "UNAVAILABLE")
  }

  /// Returns an error with the provider and the reason.
  ///
  /// It does not pass on the provider's own text.
  private func refusal(_ error: OpenIDError) -> ServerError {
    func refusal(_ reason: String) -> ServerError {
      ServerError(.invalidIDPResponse, "((\(id): \(reason).))")
    }
    switch error {
    case .unreachable(let address, let error):
      switch error {
      case .timedOut, .sentInPart, .outOfTime: return unavailable("\(address) took too long to answer")
      case .redirected: return refusal("\(address) redirects elsewhere, which is not followed")
      default: return unavailable("\(address) cannot be reached")
      }
    case .status(let address, let status): return refusal("\(address) answered with status \(status)")
    case .malformed(let address, let what): return refusal("\(address) did not answer with \(what)")
    case .badIssuer(let issuer): return refusal("\(issuer) is no issuer")
    case .foreignDocument(let issuer, _): return refusal("the document of \(issuer) is another issuer's")
    case .misplacedEndpoint: return refusal("its document names an endpoint that must not be asked")
    case .unsupported(let name): return refusal("its document names no \(name)")
    case .refused(let code, _): return refusal("it answered \(ProviderSignIns.shown(code))")
    case .callback(let problem):
      switch problem {
      case .missingIssuer, .wrongIssuer: return refusal("the answer is another provider's")
      default: return refusal("the answer is not to what was asked")
      }
    case .token(let problem): return self.refusal(problem)
    case .foreignUserInfo: return refusal("its userinfo is not of the ID token's user")
    }
  }

  private func refusal(_ problem: IDTokenProblem) -> ServerError {
    func refusal(_ text: String) -> ServerError { ServerError(.invalidIDPResponse, text) }
    let unverified = "Unable to verify the ID Token signature."
    switch problem {
    case .signature: return refusal(unverified)
    case .malformed, .criticalExtension, .unreadableClaims:
      return refusal(unverified + " ((It is no JWT.))")
    case .ambiguous: return refusal(unverified + " ((Its claims can be read in more than one way.))")
    case .algorithm: return refusal(unverified + " ((It is not signed with RS256.))")
    case .unknownKey: return refusal(unverified + " ((\(id) has no such key.))")
    case .missing: return refusal("((\(id) gave no ID token.))")
    case .missingClaim("nonce"), .mistypedClaim("nonce"), .wrongNonce:
      return ServerError(.missingOrInvalidNonce)
    case .missingClaim(let name), .mistypedClaim(let name), .impossibleClaim(let name):
      return refusal("((The ID token has no right claim \(name).))")
    case .wrongIssuer: return refusal("((The ID token is another issuer's.))")
    case .wrongAudience, .wrongTenant: return refusal("((The ID token is for another client.))")
    case .expired: return refusal("ID Token is stale to sign-in.")
    case .notYetValid: return refusal("((The ID token is not valid yet.))")
    case .wrongAccessToken: return refusal("((The ID token was made for another access token.))")
    }
  }
}
