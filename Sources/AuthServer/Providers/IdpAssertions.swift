import Crypto
import Essentials
import HTTP
import IdentityToolkit

/// What requests bring of identity providers.
struct IdpAssertions: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// The assertion of a request: in its form, in the address it was sent back to, or kept from an
  /// earlier answer.
  func read(_ request: SignInWithIdp.Request) throws -> IdpAssertion {
    if let pending = request.pendingToken, !pending.isEmpty { return try assertion(pending: pending) }
    guard let uri = request.requestUri, !uri.isEmpty else { throw ServerError(.missingRequestURI) }
    guard let scheme = uri.firstRange(of: "://"), scheme.lowerBound > uri.startIndex,
      scheme.upperBound < uri.endIndex
    else { throw ServerError(.invalidRequestURI) }
    let parts = uri.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts[0].split(separator: "?", maxSplits: 1).dropFirst().first
    let forms = [parts.dropFirst().first, request.postBody.map { $0[...] }, query]
    let items = forms.compactMap(\.self).flatMap { FormEncoding.decode(String($0)) ?? [] }
    if let sessionID = request.sessionId, !sessionID.isEmpty, let callback = ProviderCallback(uri, items) {
      let (credential, issuer) = try ProviderSignIns(call).credential(callback, sessionID: sessionID)
      return try IdpAssertion(credential, of: issuer, on: call)
    }
    func value(_ name: String) -> String? { items.first { $0.name == name && !$0.value.isEmpty }?.value }
    let shown = IdpCredential(
      provider: value("providerId"), idToken: value("id_token"), accessToken: value("access_token"),
      samlResponse: value("SAMLResponse"), nonce: value("nonce") ?? request.sessionId)
    let (credential, issuer) = try IdpProof(call).check(shown)
    return try IdpAssertion(credential, of: issuer, on: call)
  }

  /// A token by which a client can come back with what could not be used. What was kept already keeps its token, and
  /// with it the time that it has left.
  func pendingToken(for assertion: IdpAssertion) throws -> String {
    if let token = assertion.pendingToken { return token }
    let token = Base64URL.encode(try call.random.bytes(32))
    var claims = assertion.claims
    // It was looked at, and belongs to the provider's token.
    claims["nonce"] = nil
    let pending = PendingIdentity(
      provider: assertion.identity.provider, issuer: assertion.issuer, claims: claims.text,
      saml: assertion.saml?.text, isChecked: assertion.isChecked, createdAt: call.now)
    try call.store.write { [call, pending] transaction in
      var pending = pending
      pending.project = try call.openProject(in: transaction).0.id
      try transaction.insert(pending, token: token)
      try transaction.purgePendingIdentities(madeBefore: period)
    }
    return token
  }

  /// Uses up what `assertion` was kept under, as it has signed in or was linked.
  func useUp(_ assertion: IdpAssertion, in transaction: Transaction) throws {
    guard let token = assertion.pendingToken else { return }
    guard try transaction.takePendingIdentity(token: token) else { throw ServerError(.invalidPendingToken) }
  }

  private func assertion(pending token: String) throws -> IdpAssertion {
    let pending = try call.store.read { [call] transaction in
      let project = try call.findProject(in: transaction).id
      guard let found = try transaction.pendingIdentity(token: token, project: project),
        call.now < end(of: found)
      else { throw ServerError(.invalidPendingToken) }
      try call.refuse(
        madeAt: found.createdAt, unlessInLast: call.policy.pendingCredentialLifetime,
        ServerError(.invalidPendingToken))
      let settings = try OfferedProviders(call).configuration(
        of: found.provider, project: project, in: transaction)
      guard settings != nil || found.issuer == nil else { throw OfferedProviders.notFound }
      // Neither does one issuer speak for another, nor is believed now what nobody vouched for then.
      guard settings?.issuer == found.issuer, found.isChecked || !call.policy.idpTokensChecked
      else { throw ServerError(.invalidPendingToken) }
      return found
    }
    return try IdpAssertion(pending, under: token, on: call)
  }

  /// Times of those that have not expired.
  private var period: ClosedRange<Date> { call.period(ofLast: call.policy.pendingCredentialLifetime) }

  private func end(of pending: PendingIdentity) -> Date {
    pending.createdAt.addingTimeInterval(Double(call.policy.pendingCredentialLifetime))
  }
}
