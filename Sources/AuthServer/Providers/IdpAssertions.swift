import Essentials
import HTTP
import IdentityToolkit
import SAML

/// A reader of the identity provider data in requests.
struct IdpAssertions: Sendable {
  let call: Call

  /// Returns the assertion of a request: from its form, from the address of the callback, or stored earlier.
  func read(_ request: SignInWithIdp.Request) throws -> IdpAssertion {
    if let pending = request.pendingToken, !pending.isEmpty { return try assertion(pending: pending) }
    guard let uri = request.requestUri, !uri.isEmpty else { throw ServerError(.missingRequestURI) }
    guard let scheme = uri.firstRange(of: "://"), scheme.lowerBound > uri.startIndex,
      scheme.upperBound < uri.endIndex
    else { throw ServerError(.invalidRequestURI) }
    let parts = uri.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts[0].split(separator: "?", maxSplits: 1).dropFirst().first
    let forms = [parts.dropFirst().first, request.postBody.map { $0[...] }, query]
    let parsed = forms.compactMap(\.self).map { FormEncoding.decode(String($0)) ?? [] }
    let items = parsed.flatMap(\.self)
    if let sessionID = request.sessionId, !sessionID.isEmpty, let callback = ProviderCallback(uri, items) {
      let (credential, issuer) = try ProviderSignIns(call: call).credential(callback, sessionID: sessionID)
      return try IdpAssertion(credential, of: issuer, on: call)
    }
    func value(_ name: String) -> String? { items.first { $0.name == name && !$0.value.isEmpty }?.value }
    let isAsService = call.dialect.tellsCaseOfProviders
    // The service tells names of another case apart, and the emulator does not.
    let provider = value("providerId").map { isAsService ? $0 : $0.asciiLowercased() }
    let shown = IdpCredential(
      provider: provider, idToken: value("id_token"), accessToken: value("access_token"),
      samlResponse: value("SAMLResponse"), nonce: value("nonce") ?? request.sessionId)
    if isAsService, shown.idToken == nil, shown.samlResponse == nil, provider?.hasPrefix("oidc.") == true {
      let form = (request.postBody ?? "").clipped(to: 1024)
      throw ServerError(
        .invalidCredentialOrProviderID, "Invalid IdP response/credential: \(uri.clipped(to: 1024))?\(form)")
    }
    if shown.provider == nil, call.dialect.explainsMissingProvider {
      throw Self.missingProvider(String(parts[0]), parsed.reversed().flatMap(\.self))
    }
    return try read(shown, sessionID: request.sessionId)
  }

  /// Returns the assertion of a credential that a client or a browser brings.
  func read(_ shown: IdpCredential, sessionID: String?) throws -> IdpAssertion {
    let (credential, issuer) =
      if let response = shown.samlResponse, SAMLResponse.isXML(response) {
        try SAMLSignIns(call: call).credential(shown, response, sessionID: sessionID)
      } else {
        try IdpProof(call: call).check(shown)
      }
    return try IdpAssertion(credential, of: issuer, on: call)
  }

  /// Returns the error of Firebase's emulator for a request without a provider.
  ///
  /// It repeats the request as one address.
  private static func missingProvider(_ uri: String, _ items: [QueryItem]) -> ServerError {
    var uri = uri
    if let scheme = uri.firstRange(of: "://") {
      let end = uri[scheme.upperBound...].firstIndex { "/?".contains($0) } ?? uri.endIndex
      if !uri[end...].hasPrefix("/") { uri.insert("/", at: end) }
    }
    let base = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)[0]
    let query = items.isEmpty ? "" : "?" + FormEncoding.encode(items)
    return ServerError(
      .invalidCredentialOrProviderID, "Invalid IdP response/credential: \(base)\(query)")
  }

  /// Returns a token with which a client can use the assertion later.
  ///
  /// If the assertion is already stored, it keeps its token and the time that is left.
  func pendingToken(for assertion: IdpAssertion) throws -> String {
    if let token = assertion.pendingToken { return token }
    let token = try call.random.secret()
    var claims = assertion.claims
    // The nonce was checked, and belongs to the provider's token.
    claims["nonce"] = nil
    let pending = PendingIdentity(
      provider: assertion.identity.provider, issuer: assertion.issuer, claims: claims.text,
      saml: assertion.saml?.text, isChecked: assertion.isChecked, createdAt: call.now)
    try call.store.write { [call, pending] transaction in
      var pending = pending
      pending.project = try call.openProject(in: transaction).0.id
      try transaction.insert(pending, secret: token.utf8)
      try transaction.purge(PendingIdentity.self, madeBefore: period)
    }
    return token
  }

  /// Consumes the stored form of `assertion` after it has signed in or was linked, if the dialect says so.
  func useUp(_ assertion: IdpAssertion, in transaction: Transaction) throws {
    guard call.dialect.takesProofsOnce, let token = assertion.pendingToken else { return }
    guard try transaction.delete(PendingIdentity.self, secret: token.utf8)
    else { throw ServerError(.invalidPendingToken) }
  }

  private func assertion(pending token: String) throws -> IdpAssertion {
    let pending = try call.store.read { [call] transaction in
      let project = try call.findProject(in: transaction).id
      guard let found = try transaction.find(PendingIdentity.self, secret: token.utf8, project: project),
        call.now < end(of: found)
      else { throw ServerError(.invalidPendingToken) }
      try call.refuse(
        madeAt: found.createdAt, unlessInLast: Policy.pendingCredentialLifetime,
        ServerError(.invalidPendingToken))
      let settings = try OfferedProviders(call: call).configuration(
        of: found.provider, project: project, in: transaction)
      guard settings != nil || found.issuer == nil else { throw OfferedProviders.notFound }
      // The issuer must still be the same. And if tokens are checked now, an assertion that nobody confirmed is not
      // valid.
      guard settings?.issuer == found.issuer, found.isChecked || !call.policy.idpTokensChecked
      else { throw ServerError(.invalidPendingToken) }
      return found
    }
    return try IdpAssertion(pending, under: token, on: call)
  }

  /// The times of those that have not expired.
  private var period: ClosedRange<Date> { call.period(ofLast: Policy.pendingCredentialLifetime) }

  private func end(of pending: PendingIdentity) -> Date {
    pending.createdAt.addingTimeInterval(Double(Policy.pendingCredentialLifetime))
  }
}

/// The rules for trusting a credential that a client sends itself.
struct IdpProof: Sendable {
  let call: Call

  /// Throws if the project does not have the provider.
  ///
  /// If the policy checks tokens, it also throws unless the server's own page or the provider confirms the credential.
  /// - Returns: The credential, and the issuer that the project has set.
  func check(_ credential: IdpCredential) throws -> (credential: IdpCredential, issuer: String?) {
    let provider = try credential.federatedProvider()
    try credential.refuseMixture(under: call.policy)
    let settings = try call.store.read { [call] transaction in
      try OfferedProviders(call: call).configuration(
        of: provider, project: call.findProject(in: transaction).id, in: transaction)
    }
    // An unreadable credential is reported before a wrong one, as everywhere.
    var credential = credential
    credential.said = try credential.claims(under: call.policy)
    guard call.policy.idpTokensChecked else { return (credential, settings?.issuer) }
    guard let token = credential.idToken ?? credential.accessToken else {
      throw ServerError(.invalidIDPResponse, "Unable to verify the SAML response.")
    }
    if let asked = AskedProvider(call, provider, settings) {
      return (try asked.checked(credential), settings?.issuer)
    }
    guard settings?.saml == nil, try OwnIdentityToken(call: call, provider: provider).isSigned(token) else {
      throw ServerError(.invalidIDPResponse, "Unable to verify the ID Token signature.")
    }
    return (credential, settings?.issuer)
  }
}
