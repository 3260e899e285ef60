import Essentials
import IDTokens
import IdentityToolkit

/// The claims of an ID token.
///
/// If names are the same, the later one wins: profile, custom attributes, the session's own claims, and then the claims
/// that nobody may set.
struct IDTokenClaims: Sendable, Equatable {
  var value: JSONValue

  /// Creates the claims for `session` of `account`.
  ///
  /// Returns nil if stored claims are not a JSON object, because a token without them would be incomplete.
  init?(
    account: Account, session: AuthSession, project: String, tenant: String?, issuedAt now: Date,
    lifetime: Int
  ) {
    var claims = JSONValue.object([])
    if let name = account.displayName { claims["name"] = .string(name) }
    if let picture = account.photoURL { claims["picture"] = .string(picture) }
    for object in [account.customAttributes, session.claims].compactMap(\.self) {
      guard let members = JSONValue(json: object)?.members else { return nil }
      for member in members { claims[member.name] = member.value }
    }
    claims["iss"] = .string("https://securetoken.google.com/" + project)
    claims["aud"] = .string(project)
    claims["auth_time"] = .integer(session.signedInAt.seconds)
    claims["user_id"] = .string(account.localID)
    claims["sub"] = .string(account.localID)
    claims["iat"] = .integer(now.seconds)
    claims["exp"] = .integer(now.seconds + Int64(lifetime))
    if session.provider == "anonymous" { claims["provider_id"] = "anonymous" }
    var identities = JSONValue.object([])
    if let email = account.email {
      claims["email"] = .string(email.text)
      claims["email_verified"] = .bool(account.isEmailVerified)
      identities["email"] = [.string(email.text)]
    }
    if let phone = account.phone?.e164 {
      claims["phone_number"] = .string(phone)
      identities["phone"] = [.string(phone)]
    }
    for identity in account.identities { identities[identity.provider] = [.string(identity.rawID)] }
    var firebase: JSONValue = ["identities": identities, "sign_in_provider": .string(session.provider)]
    if let factor = session.secondFactor { firebase["sign_in_second_factor"] = .string(factor) }
    if let id = session.secondFactorIdentifier { firebase["second_factor_identifier"] = .string(id) }
    // Only a session may set this member.
    if let attributes = claims["firebase"]?["sign_in_attributes"] {
      firebase["sign_in_attributes"] = attributes
    }
    if let tenant { firebase["tenant"] = .string(tenant) }
    claims["firebase"] = firebase
    value = claims
  }

  private static let legacyLifetime: Int64 = 1_209_600

  /// Creates the claims of the older kind of token, which cannot be renewed and is valid for two weeks.
  init?(
    legacyOf account: Account, session: AuthSession, project: String, tenant: String?, issuedAt now: Date
  ) {
    var extra = JSONValue.object([])
    for object in [account.customAttributes, session.claims].compactMap(\.self) {
      guard let members = JSONValue(json: object)?.members else { return nil }
      for member in members where member.name != "firebase" { extra[member.name] = member.value }
    }
    value = [
      "iss": .string(ClaimSet.legacyIssuer), "aud": .string(project), "iat": .integer(now.seconds),
      "exp": .integer(now.seconds + Self.legacyLifetime), "user_id": .string(account.localID),
      "sign_in_provider": .string(session.provider), "verified": .bool(account.isEmailVerified),
      "extra_claims": extra,
    ]
    value["email"] = account.email.map { .string($0.text) }
    value["display_name"] = account.displayName.map { .string($0) }
    value["photo_url"] = account.photoURL.map { .string($0) }
    // The token must not be good for another tenant.
    value["tenant"] = tenant.map { .string($0) }
  }
}
