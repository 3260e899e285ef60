import Essentials
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
  private let responseType: Authorization.ResponseType

  /// Returns nil for a provider that the server's own page replaces.
  init?(_ call: Call, _ id: String, _ settings: ProviderSettings?) {
    guard let settings, settings.saml == nil, let issuer = settings.issuer else { return nil }
    self.call = call
    self.id = id
    self.issuer = issuer
    client = OAuthClient(id: settings.clientID, secret: settings.clientSecret)
    // Without a configured type, ask for a code: a page on loopback cannot read an ID token in the fragment.
    responseType = settings.asksForIDToken ? .idToken : .code
  }

  /// Returns the address of the provider's page.
  func page(
    _ secrets: AuthorizationSecrets, scope: String?, _ parameters: [String: String],
    goingOnTo next: ContinueURL
  ) throws(ServerError) -> String {
    var token: String?
    return try asking(about: &token) { provider, _, _ throws(OpenIDError) in
      let asked = ["openid", "email", "profile"]
      let more = (scope ?? "").split(separator: " ").map(String.init).filter { !asked.contains($0) }
      let passed = parameters.filter { $0.key != "usher_identity" }.sorted { $0.key < $1.key }
      return question(with: provider, secrets, next, scopes: asked + more)
        .url(passed.map { QueryItem($0.key, $0.value) })
    }
  }

  /// Returns the credential of `callback` after it has verified the ID token.
  ///
  /// A code is exchanged at the provider first.
  func credential(
    _ callback: ProviderCallback, _ secrets: AuthorizationSecrets, goingOnTo next: ContinueURL
  ) throws(ServerError) -> IdpCredential {
    var token: String?
    return try asking(about: &token) { provider, connection, token throws(OpenIDError) in
      let question = question(with: provider, secrets, next, scopes: [])
      var credential = IdpCredential(provider: id, isAnswer: true)
      switch responseType {
      case .idToken: credential.idToken = try question.idToken(in: callback.items)
      case .code:
        let tokens = try connection.tokens(for: question.code(in: callback.items), of: question)
        (credential.idToken, credential.accessToken) = (tokens.idToken, tokens.accessToken)
      }
      token = credential.idToken
      var check = lenient(provider.tokenCheck(for: client.id, nonce: secrets.nonce))
      check.accessToken = credential.accessToken
      let claims = try connection.claims(of: token, from: provider, by: check, at: call.now)
      credential.said = try connection.completed(claims, with: credential.accessToken, from: provider)
      return credential
    }
  }

  /// Returns the client's `credential` with the provider's claims.
  ///
  /// It refuses an ID token that the provider did not issue for this client. The nonce is the client's own, and the
  /// token contains its digest: `IdpAssertion` checks it.
  func checked(_ credential: IdpCredential) throws(ServerError) -> IdpCredential {
    let idToken = credential.idToken ?? ""
    var token: String? = idToken
    // This check comes first, so junk does not cause requests to the provider.
    do throws(IDTokenProblem) {
      let check = lenient(OpenIDProvider.tokenCheck(ofConfigured: issuer, for: client.id))
      _ = try check.claims(of: JWT(idToken), at: call.now)
    } catch {
      throw refusal(error, of: token)
    }
    return try asking(about: &token, isShown: true) { provider, connection, _ throws(OpenIDError) in
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
      nonce: secrets.nonce, verifier: verifier, responseType: responseType)
  }

  /// Returns `check` with the server's own tolerance for clocks, because it may run on a person's own machine.
  private func lenient(_ check: IDTokenCheck) -> IDTokenCheck {
    var check = check
    check.expiryLeeway = Double(Policy.clockSkew)
    check.startLeeway = check.expiryLeeway
    return check
  }

  /// - Parameters:
  ///   - token: The ID token that is checked, as soon as there is one.
  ///   - isShown: Whether a client shows a token of its own. The service then says no more about the issuer than that
  ///     it could not ask it.
  private func asking<Value>(
    about token: inout String?, isShown: Bool = false,
    _ body: (OpenIDProvider, ProviderConnection, _ token: inout String?) throws(OpenIDError) -> Value
  ) throws(ServerError) -> Value {
    let isQuiet = isShown && call.dialect.hidesUnreachableProviders
    let unasked = ServerError(.invalidIDPResponse, "Error connecting to the given credential's issuer.")
    guard let transport = call.parts.identityProviders?() else {
      throw isQuiet ? unasked : unavailable("it cannot be reached from here")
    }
    let connection = ProviderConnection(transport)
    do throws(OpenIDError) {
      return try body(try connection.provider(of: issuer), connection, &token)
    } catch {
      if case .token(let problem) = error { throw refusal(problem, of: token) }
      throw isQuiet ? unasked : refusal(error)
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
    case .badIssuer(let issuer): return refusal("\(issuer) is not an issuer")
    case .foreignDocument(let issuer, _): return refusal("the document of \(issuer) is another issuer's")
    case .misplacedEndpoint: return refusal("its document names an endpoint that must not be asked")
    case .unsupported(let name): return refusal("its document names no \(name)")
    case .refused(let code, _): return refusal("it answered \(ProviderSignIns.shown(code))")
    case .callback(let problem):
      switch problem {
      case .missingIssuer, .wrongIssuer: return refusal("the answer is another provider's")
      default: return refusal("the answer is not to what was asked")
      }
    case .token(let problem): return self.refusal(problem, of: nil)
    case .foreignUserInfo: return refusal("its userinfo is not of the ID token's user")
    }
  }

  /// Returns the error for an ID token, in the service's words if known.
  private func refusal(_ problem: IDTokenProblem, of token: String?) -> ServerError {
    func refusal(_ text: String) -> ServerError { ServerError(.invalidIDPResponse, text) }
    let claims = token.flatMap(IdpCredential.payload).flatMap { JSONValue(json: $0) } ?? [:]
    switch problem {
    case .signature, .algorithm, .unknownKey: return refusal("Unable to verify the ID Token signature.")
    case .malformed, .criticalExtension, .unreadableClaims, .ambiguous: return .unreadableIDToken
    case .missing: return refusal("((\(id) gave no ID token.))")
    case .missingClaim("nonce"), .mistypedClaim("nonce"), .wrongNonce:
      return ServerError(.missingOrInvalidNonce)
    case .missingClaim("sub"), .mistypedClaim("sub"), .impossibleClaim("sub"):
      return .missingSubject(of: claims)
    case .missingClaim(let name), .mistypedClaim(let name), .impossibleClaim(let name):
      return refusal("((The ID token has no right claim \(name).))")
    case .wrongIssuer:
      let given = (claims["iss"]?.string ?? "").clipped()
      return refusal(
        "The issuer in ID Token \(given) does not match the expected one in config: \(issuer).")
    case .wrongAudience, .wrongTenant:
      let given = (claims["aud"]?.array ?? claims["aud"].map { [$0] } ?? []).compactMap(\.string)
      guard !given.contains(where: { $0.hasBytes(of: client.id) })
      else { return refusal("((The ID token is for other clients, too, and its azp is not this one.))") }
      let names = given.joined(separator: ", ").clipped()
      return refusal("The audience in ID Token [\(names)] does not match the expected audience \(client.id).")
    case .expired: return .staleIDToken(issuedAt: claims["iat"]?.integer)
    case .notYetValid:
      guard let issued = claims["iat"]?.integer, issued > call.now.seconds + Int64(Policy.clockSkew)
      else { return refusal("((The ID token is not valid yet.))") }
      return .staleIDToken(issuedAt: issued)
    case .wrongAccessToken: return refusal("((The ID token was made for another access token.))")
    }
  }
}
