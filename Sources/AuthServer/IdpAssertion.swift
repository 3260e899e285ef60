import Crypto
import Essentials
import HTTP
import IdentityToolkit

/// What an identity provider says of somebody.
///
/// Nothing of it is verified: as with Firebase's emulator, whoever can call this server may claim to be
/// anybody there, with an unsigned token or its bare claims.
struct IdpAssertion: Sendable {
  var identity: ProviderIdentity
  var isEmailVerified: Bool
  var firstName: String?
  var lastName: String?
  /// JSON, as text.
  var rawUserInfo: String
  var idToken: String?
  var accessToken: String?

  init(providerID: String?, idToken: String?, accessToken: String?) throws(ServerError) {
    guard let provider = providerID?.lowercased(), ProviderIdentity.isFederated(provider) else {
      throw ServerError(.invalidCredentialOrProviderID, "Invalid IdP response/credential.")
    }
    guard let text = idToken ?? accessToken, let claims = Self.claims(of: text) else {
      throw ServerError(
        .invalidIDPResponse,
        "Unable to parse id_token. ((An unsigned JWT is wanted, or its claims as strict JSON.))")
    }
    guard let rawID = claims["sub"]?.string, !rawID.isEmpty else {
      throw ServerError(
        .invalidIDPResponse,
        "Invalid Idp Response: id_token missing required fields. ((\"sub\" must be a unique identifier.))")
    }
    identity = ProviderIdentity(provider: provider, rawID: rawID)
    identity.federatedID = provider == "google.com" ? "https://accounts.google.com/" + rawID : rawID
    identity.email = claims["email"]?.string.flatMap { try? EmailAddress($0) }
    identity.displayName = claims["name"]?.string
    identity.photoURL = claims["picture"]?.string
    identity.screenName = claims["screen_name"]?.string
    isEmailVerified = identity.email != nil && claims["email_verified"]?.bool == true
    firstName = claims["given_name"]?.string
    lastName = claims["family_name"]?.string
    rawUserInfo = claims.text
    self.idToken = idToken
    self.accessToken = accessToken
  }

  private static func claims(of text: String) -> JSONValue? {
    let claims =
      text.hasPrefix("{") ? JSONValue(json: text) : (try? JWT(text)).flatMap { JSONValue(json: $0.payload) }
    return claims?.members == nil ? nil : claims
  }
}

extension Call {
  /// What the request brings of a provider: in its form, in the address it was sent back to, or kept from an
  /// earlier answer.
  func idpAssertion(_ request: SignInWithIdp.Request) throws -> IdpAssertion {
    if let pending = request.pendingToken, !pending.isEmpty { return try assertion(pending: pending) }
    guard let uri = request.requestUri, !uri.isEmpty else { throw ServerError(.missingRequestURI) }
    guard let scheme = uri.firstRange(of: "://"), scheme.lowerBound > uri.startIndex,
      scheme.upperBound < uri.endIndex
    else { throw ServerError(.invalidRequestURI) }
    let parts = uri.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts[0].split(separator: "?", maxSplits: 1).dropFirst().first
    let forms = [parts.dropFirst().first, request.postBody.map { $0[...] }, query]
    let items = forms.compactMap(\.self).flatMap { FormEncoding.decode(String($0)) ?? [] }
    func value(_ name: String) -> String? { items.first { $0.name == name && !$0.value.isEmpty }?.value }
    return try IdpAssertion(
      providerID: value("providerId"), idToken: value("id_token"), accessToken: value("access_token"))
  }

  /// A token by which a client can come back with a credential that could not be used.
  func pendingToken(for assertion: IdpAssertion) throws -> String {
    var payload: JSONValue = [
      "aud": .string(pendingAudience), "iat": .integer(now.seconds),
      "exp": .integer(now.seconds + Int64(policy.pendingCredentialLifetime)),
      "providerId": .string(assertion.identity.provider),
    ]
    if let token = assertion.idToken { payload["idToken"] = .string(token) }
    if let token = assertion.accessToken { payload["accessToken"] = .string(token) }
    return try server.issuer.sign(payload)
  }

  private func assertion(pending token: String) throws -> IdpAssertion {
    guard let claims = try server.issuer.signedClaims(of: token), claims["aud"]?.string == pendingAudience,
      let issued = claims["iat"]?.integer, issued <= now.seconds + Int64(policy.clockSkew),
      let end = claims["exp"]?.integer, now.seconds < end
    else { throw ServerError(.invalidPendingToken) }
    return try IdpAssertion(
      providerID: claims["providerId"]?.string, idToken: claims["idToken"]?.string,
      accessToken: claims["accessToken"]?.string)
  }

  private var pendingAudience: String { "pending-credential/" + project }
}
