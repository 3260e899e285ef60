import Essentials
import IdentityToolkit

extension JSONValue {
  /// The claims of an ID token for `session` of `account`.
  ///
  /// Where names meet, the later wins: profile, custom attributes, the session's own claims, then those that
  /// nobody may set.
  static func idTokenClaims(
    account: Account, session: AuthSession, project: String, issuedAt now: Date, lifetime: Int
  ) -> JSONValue {
    var claims = JSONValue.object([])
    if let name = account.displayName { claims["name"] = .string(name) }
    if let picture = account.photoURL { claims["picture"] = .string(picture) }
    claims.add(jsonObject: account.customAttributes)
    claims.add(jsonObject: session.claims)
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
    claims["firebase"] = firebase
    return claims
  }

  /// Adds the members of an object that is stored as text.
  private mutating func add(jsonObject text: String?) {
    guard let text, let object = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) else {
      return
    }
    for member in object.members ?? [] { self[member.name] = member.value }
  }
}
