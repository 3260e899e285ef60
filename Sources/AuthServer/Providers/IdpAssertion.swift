import Crypto
import Essentials
import IdentityToolkit

/// What an identity provider says of a user.
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
        "Unable to parse id_token. ((An unsigned JWT is needed, or its claims as strict JSON.))")
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

  /// What functions are told of it.
  var facts: SignInFacts {
    var facts = SignInFacts(method: identity.provider)
    facts.identity = identity
    facts.rawUserInfo = rawUserInfo
    facts.idToken = idToken
    facts.accessToken = accessToken
    return facts
  }

  private static func claims(of text: String) -> JSONValue? {
    let claims =
      text.hasPrefix("{") ? JSONValue(json: text) : (try? JWT(text)).flatMap { JSONValue(json: $0.payload) }
    return claims?.members == nil ? nil : claims
  }
}
