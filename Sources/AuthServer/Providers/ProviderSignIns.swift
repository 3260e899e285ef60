import Crypto
import Essentials
import HTTP
import IdentityToolkit

/// Sign-ins through an identity provider's page.
///
/// `accounts:createAuthUri` starts them, and `accounts:signInWithIdp` completes them.
struct ProviderSignIns: Sendable {
  /// The path of the server's own page, which replaces providers.
  static let ownPage = "/emulator/auth/provider"

  /// The maximum size, in bytes, of a client's parameters for the provider's page.
  private static let longestParameters = 8192

  /// The maximum number in progress, per project or tenant.
  private static let mostOpen = 1000

  let call: Call

  func begin(_ request: CreateAuthUri.Request) throws -> CreateAuthUri.Response {
    // The service tells names of another case apart, and the emulator does not.
    let given = request.providerId.map { call.dialect.tellsCaseOfProviders ? $0 : $0.asciiLowercased() }
    guard let provider = given, ProviderIdentity.isFederated(provider)
    else { throw ServerError(.invalidProviderID) }
    guard let page = request.continueUri, !page.isEmpty else { throw ServerError(.missingContinueURI) }
    let next = try ContinueURL(page, under: call.policy)
    let parameters = request.customParameter ?? [:]
    guard parameters.reduce(0, { $0 + $1.key.utf8.count + $1.value.utf8.count }) <= Self.longestParameters
    else { throw ServerError.badArgument("customParameter is too long.") }
    let sessionID = try call.random.secret()
    let salt = try call.random.bytes(16)
    let secrets = AuthorizationSecrets(sessionID: sessionID, salt: salt)
    let settings = try call.store.read { [call] transaction in
      let project = try call.findProject(in: transaction)
      if call.policy.authorizedDomainsChecked, try !next.isAuthorized(by: call.settings(of: project)) {
        throw ServerError(.unauthorizedDomain, "Domain not allowlisted by project")
      }
      return try OfferedProviders(call: call).configuration(
        of: provider, project: project.id, in: transaction)
    }
    var response = CreateAuthUri.Response(sessionId: sessionID)
    response.providerId = provider
    // The provider may not answer, so no transaction is open here.
    response.authUri =
      try AskedProvider(call, provider, settings)?
      .page(secrets, scope: request.oauthScope, parameters, goingOnTo: next)
      ?? SAMLProvider(call, provider, settings).page(state: secrets.state, salt: salt)
      ?? ownPage(state: secrets.state, parameters, goingOnTo: next)
    let asked = parameters["usher_identity"].flatMap { $0.isEmpty ? nil : $0 }
    try call.store.write { [call] transaction in
      let project = try call.openProject(in: transaction).0.id
      try transaction.insert(
        ProviderAuthorization(
          project: project, provider: provider, continueURI: next.text,
          salt: salt, issuer: settings?.issuer, askedIdentity: asked, createdAt: call.now),
        session: sessionID, state: secrets.state)
      try transaction.deleteProviderAuthorizations(project: project, butNewest: Self.mostOpen)
      try transaction.purge(ProviderAuthorization.self, madeBefore: period)
    }
    return response
  }

  /// The times of those that have not expired.
  var period: ClosedRange<Date> { call.period(ofLast: Policy.authorizationLifetime) }

  /// Returns the provider's credential for the person in `callback`, and the issuer if the server contacted one.
  ///
  /// Each callback is valid once.
  func credential(
    _ callback: ProviderCallback, sessionID: String
  ) throws -> (credential: IdpCredential, issuer: String?) {
    let (state, code) = (try callback.value("state"), try callback.value("code"))
    let (error, provider) = (try callback.value("error"), try callback.value("providerId"))
    let (ended, settings) = try call.store.write { [call] transaction in
      let project = try call.findProject(in: transaction).id
      guard let found = try transaction.providerAuthorization(session: sessionID, project: project),
        period.contains(found.createdAt)
      else { throw Self.refusal("The session is not known here, was used, or has expired.") }
      // An answer to another sign-in must not end this one.
      let secrets = AuthorizationSecrets(sessionID: sessionID, salt: found.salt)
      guard let state, ConstantTime.equal(state, secrets.state) else {
        throw Self.refusal("The state in the address is not that of the session.")
      }
      guard try ContinueURL(found.continueURI, under: call.policy).leads(to: callback.address) else {
        throw Self.refusal("The address is not the one that the session goes back to.")
      }
      guard provider == nil || provider?.asciiLowercased() == found.provider.asciiLowercased() else {
        throw Self.refusal("The session is for another provider.")
      }
      if error == nil {
        // A SAML provider's answer came to this server, which gave a code for it.
        let isOwn = found.issuer == nil || found.provider.hasPrefix("saml.")
        guard try code != nil || !isOwn && callback.value("id_token") != nil
        else { throw Self.refusal("The address holds no code.") }
        if isOwn, found.codeHash != code.map({ Digest.sha256($0.utf8) }) {
          throw Self.refusal("The code in the address is not that of the session.")
        }
      }
      try transaction.deleteProviderAuthorization(found.id)
      let settings = try OfferedProviders(call: call).configuration(
        of: found.provider, project: project, in: transaction)
      // The page never replaces a provider that the server contacts, and one issuer never replaces another.
      guard settings?.issuer == found.issuer else {
        throw Self.refusal("The provider was set up in another way meanwhile.")
      }
      return (found, settings)
    }
    if let error { throw Self.refusal("The provider answered: \(Self.shown(error)).") }
    if let asked = AskedProvider(call, ended.provider, settings) {
      let credential = try asked.credential(
        callback, AuthorizationSecrets(sessionID: sessionID, salt: ended.salt),
        goingOnTo: ContinueURL(ended.continueURI, under: call.policy))
      return (credential, ended.issuer)
    }
    guard let claims = ended.identity.flatMap({ JSONValue(json: $0) }) else {
      throw StorageFailure.corrupt(path: call.store.path, reason: "the claims of a person cannot be right")
    }
    if ended.issuer != nil {
      return (
        IdpCredential(provider: ended.provider, samlResponse: claims.text, isAnswer: true), ended.issuer
      )
    }
    let token = try OwnIdentityToken(call: call, provider: ended.provider).text(claims)
    return (.init(token, of: ended.provider), nil)
  }

  private static func refusal(_ detail: String) -> ServerError { ServerError(.invalidIDPResponse, detail) }

  /// Returns `error` if it has the form of an OAuth error code, and "an error" otherwise.
  static func shown(_ error: String) -> String {
    let isCode =
      error.utf8.count <= 64
      && error.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (0x61...0x7A).contains($0) }
    return isCode ? error : "an error"
  }

  /// Returns the address of the server's own page.
  ///
  /// It is on the host that the request was sent to. Inside a process, it is on the host that the browser returns to.
  private func ownPage(
    state: String, _ parameters: [String: String], goingOnTo next: ContinueURL
  ) -> String {
    let own = call.ownOrigin
    var items = [QueryItem("state", state)]
    // `usher_identity` stays on the server, because anybody can write an address.
    if let hint = parameters["login_hint"] { items.append(QueryItem("login_hint", hint)) }
    return (own ?? next.origin).description + Self.ownPage + "?" + FormEncoding.encode(items)
  }
}

extension IdpCredential {
  /// Creates a credential with the token of the server's own page.
  ///
  /// It uses the names that the provider uses: OAuth providers have no ID tokens, OpenID providers have both tokens,
  /// and SAML providers have no access token.
  init(_ token: String, of provider: String) {
    self.init(provider: provider)
    if IdentityProvider(provider).givesIDTokens { idToken = token }
    if !provider.hasPrefix("saml.") { accessToken = token }
  }
}
