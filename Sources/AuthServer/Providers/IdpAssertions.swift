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
      let credential = try ProviderSignIns(call).credential(callback, sessionID: sessionID)
      return try IdpAssertion(credential, on: call)
    }
    func value(_ name: String) -> String? { items.first { $0.name == name && !$0.value.isEmpty }?.value }
    let credential = IdpCredential(
      provider: value("providerId"), idToken: value("id_token"), accessToken: value("access_token"),
      samlResponse: value("SAMLResponse"), nonce: value("nonce") ?? request.sessionId)
    try IdpProof(call).check(credential)
    return try IdpAssertion(credential, on: call)
  }

  /// A token by which a client can come back with a credential that could not be used.
  func pendingToken(for assertion: IdpAssertion) throws -> String {
    var payload: JSONValue = [
      "aud": .string(pendingAudience), "iat": .integer(call.now.seconds),
      "exp": .integer(call.now.seconds + Int64(call.policy.pendingCredentialLifetime)),
      "providerId": .string(assertion.identity.provider),
    ]
    let credential = assertion.credential
    payload["idToken"] = credential.idToken.map { .string($0) }
    payload["accessToken"] = credential.accessToken.map { .string($0) }
    payload["samlResponse"] = credential.samlResponse.map { .string($0) }
    payload["nonce"] = credential.nonce.map { .string($0) }
    return try call.issuer.sign(payload)
  }

  private func assertion(pending token: String) throws -> IdpAssertion {
    guard let claims = try call.issuer.signedClaims(of: token), claims["aud"]?.string == pendingAudience,
      let issued = claims["iat"]?.integer, issued <= call.now.seconds + Int64(call.policy.clockSkew),
      let end = claims["exp"]?.integer, call.now.seconds < end
    else { throw ServerError(.invalidPendingToken) }
    let credential = IdpCredential(
      provider: claims["providerId"]?.string, idToken: claims["idToken"]?.string,
      accessToken: claims["accessToken"]?.string, samlResponse: claims["samlResponse"]?.string,
      nonce: claims["nonce"]?.string)
    return try IdpAssertion(credential, on: call)
  }

  private var pendingAudience: String { "pending-credential/" + call.projectName.text }
}
