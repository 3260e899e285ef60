import Essentials
import IdentityToolkit

/// The data from an identity provider about a user.
///
/// Reading it does not verify anything: `IdpProof` decides if it is trusted. If the policy accepts any token, every
/// caller can claim any identity, as with Firebase's emulator: with an unsigned token or with bare claims.
struct IdpAssertion: Sendable {
  /// The credential.
  ///
  /// It does not have tokens if it was stored with an earlier answer.
  let credential: IdpCredential
  let claims: JSONValue
  let saml: JSONValue?
  /// The issuer if the server contacts the provider itself.
  ///
  /// Nil if the server's own page replaces the provider.
  let issuer: String?
  /// Whether the provider, or the server's own page, confirmed it.
  let isChecked: Bool
  /// The token under which it was stored with an earlier answer.
  var pendingToken: String?
  var identity: ProviderIdentity
  /// The provider's name for the person, in the form that answers use.
  var federatedID: String
  var isEmailVerified: Bool
  var firstName: String?
  var lastName: String?
  /// JSON text.
  var rawUserInfo: String
  /// Other attributes from the provider for the session's tokens, or nil if there are none.
  var attributes: JSONValue?

  /// - Parameter issuer: The issuer of a provider that the server contacts itself.
  init(_ credential: IdpCredential, of issuer: String?, on call: Call) throws(ServerError) {
    try credential.refuseMixture(under: call.policy)
    let (claims, saml) = (try credential.claims(under: call.policy), try credential.samlAssertion())
    if call.dialect.checksIdentityTokens || call.policy.idpTokensChecked {
      try credential.refuseForeign(claims, under: call.dialect)
      try Self.refuseStale(claims, on: call)
    }
    try self.init(
      credential, claims, saml, of: issuer, isChecked: call.policy.idpTokensChecked, on: call)
  }

  /// Reads the assertion that was stored under `token`.
  init(_ pending: PendingIdentity, under token: String, on call: Call) throws {
    let saml = pending.saml.map { JSONValue(json: $0) }
    guard let claims = JSONValue(json: pending.claims), saml.map({ $0 != nil }) ?? true else {
      throw StorageFailure.corrupt(path: call.store.path, reason: "a pending identity cannot be right")
    }
    if call.dialect.checksIdentityTokens || call.policy.idpTokensChecked {
      try Self.refuseStale(claims, on: call)
    }
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
    let isAsService = call.dialect.readsIdentitiesStrictly
    (self.credential, self.claims, self.saml) = (credential, claims, saml)
    (self.issuer, self.isChecked) = (issuer, isChecked)
    let rawID = claims["sub"]?.string ?? ""
    identity = ProviderIdentity(provider: provider, rawID: rawID)
    // The service returns one name and stores the other.
    identity.federatedID = rawID
    federatedID =
      provider == IdentityProvider.google.id
      ? IdentityProvider.googleIssuer + "/" + rawID
      : isAsService && provider.hasPrefix("oidc.") ? "\(provider)/\(rawID)" : rawID
    let emails = [claims["email"]?.string, saml?["subject"]?["nameId"]?.string].map { text in
      text.flatMap { try? EmailAddress(described: $0, under: call.policy) }
    }
    // Firebase's emulator believes the assertion before a token beside it.
    identity.email = (isAsService ? emails : emails.reversed()).compactMap(\.self).first
    identity.displayName = claims["name"]?.string
    identity.photoURL = claims["picture"]?.string
    identity.screenName = claims["screen_name"]?.string
    // Apple writes the value as text.
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
      throw .staleIDToken(issuedAt: claims["iat"]?.integer)
    }
  }

  /// Returns the claims that are specific to this OpenID provider.
  private static func ownClaims(_ claims: JSONValue) -> JSONValue? {
    let own = (claims.members ?? []).filter { !commonClaims.contains($0.name) }
    return own.isEmpty ? nil : .object(own)
  }

  private static let commonClaims: Set = [
    "iss", "aud", "sub", "iat", "exp", "nbf", "jti", "nonce", "azp", "at_hash", "c_hash", "auth_time",
    "email",
    "email_verified", "name", "picture",
  ]

  /// Returns the profile that Google's own service would return.
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

  /// The data about it that blocking functions receive.
  var facts: SignInFacts {
    var facts = SignInFacts(method: identity.provider)
    facts.identity = identity
    facts.rawUserInfo = rawUserInfo
    facts.idToken = credential.idToken
    facts.accessToken = credential.accessToken
    return facts
  }
}
