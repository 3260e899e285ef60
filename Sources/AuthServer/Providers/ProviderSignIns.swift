import Crypto
import Essentials
import HTTP
import IdentityToolkit

/// Sign-ins that go by an identity provider's page: begun by `accounts:createAuthUri`, finished by
/// `accounts:signInWithIdp`.
struct ProviderSignIns: Sendable {
  /// The server's own page, which stands in for providers.
  static let ownPage = "/emulator/auth/provider"

  /// In bytes, of the parameters that a client has the provider's page get.
  private static let longestParameters = 8192

  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  func begin(_ request: CreateAuthUri.Request) throws -> CreateAuthUri.Response {
    guard let provider = request.providerId?.lowercased(), ProviderIdentity.isFederated(provider)
    else { throw ServerError(.invalidProviderID) }
    guard let page = request.continueUri, !page.isEmpty else { throw ServerError(.missingContinueURI) }
    let next = try ContinueURL(page, under: call.policy)
    let parameters = request.customParameter ?? [:]
    guard parameters.reduce(0, { $0 + $1.key.utf8.count + $1.value.utf8.count }) <= Self.longestParameters
    else { throw ServerError.badArgument("customParameter is too long.") }
    let sessionID = Base64URL.encode(try call.random.bytes(32))
    let salt = try call.random.bytes(16)
    let secrets = AuthorizationSecrets(sessionID: sessionID, salt: salt)
    try call.store.write { [call] transaction in
      let (project, settings) = try call.openProject(in: transaction)
      if call.policy.authorizedDomainsChecked, !next.isAuthorized(by: settings) {
        throw ServerError(.unauthorizedDomain, "Domain not allowlisted by project")
      }
      _ = try OfferedProviders(call).configuration(of: provider, project: project.id, in: transaction)
      try transaction.insert(
        ProviderAuthorization(
          project: project.id, provider: provider, continueURI: next.text, salt: salt, createdAt: call.now),
        session: sessionID, state: secrets.state)
      try transaction.purgeProviderAuthorizations(notMadeIn: period)
    }
    var response = CreateAuthUri.Response(sessionId: sessionID)
    response.providerId = provider
    response.authUri = ownPage(state: secrets.state, parameters, goingOnTo: next)
    return response
  }

  /// Times of those that have not expired.
  var period: ClosedRange<Date> { call.period(ofLast: call.policy.authorizationLifetime) }

  /// What the provider says of whoever `callback` brings. Each counts once.
  func credential(_ callback: ProviderCallback, sessionID: String) throws -> IdpCredential {
    let (state, code) = (try callback.value("state"), try callback.value("code"))
    let (error, provider) = (try callback.value("error"), try callback.value("providerId"))
    let ended = try call.store.write { [call] transaction in
      let project = try call.findProject(in: transaction).id
      guard let found = try transaction.providerAuthorization(session: sessionID, project: project),
        period.contains(found.createdAt)
      else { throw Self.refusal("The session is not known here, was used, or has expired.") }
      // An answer to another question must not end this one.
      let secrets = AuthorizationSecrets(sessionID: sessionID, salt: found.salt)
      guard let state, ConstantTime.equal(state, secrets.state) else {
        throw Self.refusal("The state in the address is not that of the session.")
      }
      guard try ContinueURL(found.continueURI, under: call.policy).leads(to: callback.address) else {
        throw Self.refusal("The address is not the one that the session goes back to.")
      }
      guard provider == nil || provider?.lowercased() == found.provider else {
        throw Self.refusal("The session is for another provider.")
      }
      if error == nil {
        guard let code else { throw Self.refusal("The address holds no code.") }
        guard let hash = found.codeHash, hash == Digest.sha256(code.utf8) else {
          throw Self.refusal("The code in the address is not that of the session.")
        }
      }
      try transaction.deleteProviderAuthorization(found.id)
      _ = try OfferedProviders(call).configuration(of: found.provider, project: project, in: transaction)
      return found
    }
    if let error { throw Self.refusal("The provider answered: \(Self.shown(error)).") }
    guard let claims = ended.identity.flatMap({ JSONValue(json: $0) }) else {
      throw StorageFailure.corrupt(path: call.store.path, reason: "the claims of a person cannot be right")
    }
    return .init(try OwnIdentityToken(call, of: ended.provider).text(claims), of: ended.provider)
  }

  private static func refusal(_ detail: String) -> ServerError { ServerError(.invalidIDPResponse, detail) }

  /// An error code of OAuth's, as far as it is one.
  private static func shown(_ error: String) -> String {
    let isCode =
      error.utf8.count <= 64
      && error.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (0x61...0x7A).contains($0) }
    return isCode ? error : "an error"
  }

  /// The page's address: where the request was sent to, or, inside a process, where the browser goes back to.
  private func ownPage(
    state: String, _ parameters: [String: String], goingOnTo next: ContinueURL
  ) -> String {
    let own = call.request.headers["Host"].flatMap { Origin(call.parts.scheme + "://" + $0) }
    let passed = ["login_hint", "usher_identity"].compactMap { name in
      parameters[name].map { QueryItem(name, $0) }
    }
    return (own ?? next.origin).description + Self.ownPage + "?"
      + FormEncoding.encode([QueryItem("state", state)] + passed)
  }
}

extension IdpCredential {
  /// The token of a provider: as an access token where that is all that the provider gives.
  init(_ token: String, of provider: String) {
    self.init(provider: provider)
    if ["facebook.com", "github.com", "linkedin.com", "twitter.com"].contains(provider) {
      accessToken = token
    } else {
      idToken = token
    }
  }
}
