import Essentials
import IdentityToolkit

/// What an identity provider says of a user.
///
/// Reading it verifies nothing: `IdpProof` says what is believed. Where the policy takes any token, whoever can call
/// this server may claim to be anybody there, as with Firebase's emulator: with an unsigned one or its bare claims.
struct IdpAssertion: Sendable {
  /// Without tokens where it was kept since an earlier answer.
  let credential: IdpCredential
  let claims: JSONValue
  /// The assertion of a SAML provider.
  let saml: JSONValue?
  /// The provider that is asked itself; nil where the server's own page stands in for it.
  let issuer: String?
  /// Whether the provider, or the server's own page, vouched for it.
  let isChecked: Bool
  /// What it was kept under since an earlier answer.
  var pendingToken: String?
  var identity: ProviderIdentity
  /// The provider's name for the person, as answers have it.
  var federatedID: String
  var isEmailVerified: Bool
  var firstName: String?
  var lastName: String?
  /// JSON, as text.
  var rawUserInfo: String
  /// What else the provider says, for the session's tokens; nil for nothing.
  var attributes: JSONValue?

  /// - Parameter issuer: of the provider that is asked itself.
  init(_ credential: IdpCredential, of issuer: String?, on call: Call) throws(ServerError) {
    try credential.refuseMixture(under: call.policy)
    let (claims, saml) = (try credential.claims(), try credential.samlAssertion())
    if call.policy.serviceAnswers || call.policy.idpTokensChecked {
      guard credential.isMeant(by: claims) else { throw ServerError(.missingOrInvalidNonce) }
      try Self.refuseStale(claims, on: call)
    }
    try self.init(
      credential, claims, saml, of: issuer, isChecked: call.policy.idpTokensChecked, on: call)
  }

  /// What was kept under `token`.
  init(_ pending: PendingIdentity, under token: String, on call: Call) throws {
    let saml = pending.saml.map { JSONValue(json: $0) }
    guard let claims = JSONValue(json: pending.claims), saml.map({ $0 != nil }) ?? true else {
      throw StorageFailure.corrupt(path: call.store.path, reason: "a pending identity cannot be right")
    }
    if call.policy.serviceAnswers || call.policy.idpTokensChecked { try Self.refuseStale(claims, on: call) }
    try self.init(
      IdpCredential(provider: pending.provider), claims, saml ?? nil, of: pending.issuer,
      isChecked: pending.isChecked, on: call)
    pendingToken = token
  }

  private init(
    _ credential: IdpCredential, _ claims: JSONValue, _ saml: JSONValue?, of issuer: String?,
    isChecked: Bool, on call: Call
  ) throws(ServerError) {
    let provider = try credential.federatedProvider()
    let isAsService = call.policy.serviceAnswers
    (self.credential, self.claims, self.saml) = (credential, claims, saml)
    (self.issuer, self.isChecked) = (issuer, isChecked)
    let rawID = claims["sub"]?.string ?? ""
    identity = ProviderIdentity(provider: provider, rawID: rawID)
    // The service answers with one name, and keeps the other.
    identity.federatedID = rawID
    federatedID =
      provider == IdentityProvider.google.id
      ? IdentityProvider.googleIssuer + "/" + rawID
      : isAsService && provider.hasPrefix("oidc.") ? "\(provider)/\(rawID)" : rawID
    let email = claims["email"]?.string ?? saml?["subject"]?["nameId"]?.string
    identity.email = email.flatMap { try? EmailAddress(described: $0, under: call.policy) }
    identity.displayName = claims["name"]?.string
    identity.photoURL = claims["picture"]?.string
    identity.screenName = claims["screen_name"]?.string
    // Apple writes it as text.
    let isVerified = claims["email_verified"] == true || claims["email_verified"] == "true" || saml != nil
    isEmailVerified = identity.email != nil && isVerified
    identity.isEmailVerified = isEmailVerified
    firstName = claims["given_name"]?.string
    lastName = claims["family_name"]?.string
    attributes = saml?["attributeStatements"]
    if isAsService, provider.hasPrefix("oidc.") { attributes = Self.ownClaims(claims) }
    rawUserInfo = (saml.map { $0["attributeStatements"] ?? [:] } ?? claims).text
    if provider == IdentityProvider.google.id { rawUserInfo = googleProfile(claims).text }
  }

  private static func refuseStale(_ claims: JSONValue, on call: Call) throws(ServerError) {
    if let end = claims["exp"]?.integer, end <= call.now.seconds {
      let issued = claims["iat"]?.integer.map { " issued at \($0)" } ?? ""
      throw ServerError(.invalidIDPResponse, "ID Token\(issued) is stale to sign-in.")
    }
  }

  /// The claims that not every OpenID provider makes.
  private static func ownClaims(_ claims: JSONValue) -> JSONValue? {
    let own = (claims.members ?? []).filter { !commonClaims.contains($0.name) }
    return own.isEmpty ? nil : .object(own)
  }

  private static let commonClaims: Set = [
    "iss", "aud", "sub", "iat", "exp", "nbf", "jti", "nonce", "azp", "at_hash", "c_hash", "auth_time",
    "email",
    "email_verified", "name", "picture",
  ]

  /// What Google's own service for profiles would say.
  private func googleProfile(_ claims: JSONValue) -> JSONValue {
    var scopes = "openid https://www.googleapis.com/auth/userinfo.profile"
    if identity.email != nil { scopes += " https://www.googleapis.com/auth/userinfo.email" }
    var profile: JSONValue = ["granted_scopes": .string(scopes), "id": .string(identity.rawID)]
    profile["name"] = claims["name"]
    profile["given_name"] = claims["given_name"]
    profile["family_name"] = claims["family_name"]
    profile["verified_email"] = .bool(isEmailVerified)
    profile["locale"] = "en"
    profile["email"] = identity.email.map { .string($0.text) }
    profile["picture"] = claims["picture"]
    return profile
  }

  /// What functions are told of it.
  var facts: SignInFacts {
    var facts = SignInFacts(method: identity.provider)
    facts.identity = identity
    facts.rawUserInfo = rawUserInfo
    facts.idToken = credential.idToken
    facts.accessToken = credential.accessToken
    return facts
  }
}
