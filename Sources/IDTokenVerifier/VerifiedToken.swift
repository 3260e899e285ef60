public import Essentials
import IDTokens
import IdentityToolkit

/// What a verified ID token or session cookie says. The token itself is not kept.
///
/// All of it is as of `issuedAt`, up to an hour ago, of a session cookie up to two weeks: an address may have been
/// changed since.
public struct VerifiedToken: Sendable, Equatable {
  /// The user's ID, `sub`: 1 to 128 characters, the same for as long as the account exists.
  public let uid: String
  /// `iss`, `https://securetoken.google.com/PROJECT` for an ID token.
  public let issuer: String
  /// When the user signed in. Renewing the token does not move it.
  public let authTime: Date
  /// When this token was issued.
  public let issuedAt: Date
  /// When it expires: an hour after it was issued, for a session cookie 5 minutes to 14 days.
  public let expiresAt: Date
  /// The account's e-mail address, where it has one.
  public let email: String?
  /// Whether the user has shown to own `email`. By an address that is not verified nobody can be known.
  public let isEmailVerified: Bool
  /// The account's phone number in E.164 form, where it has one.
  public let phoneNumber: String?
  /// The display name, where there is one. Users set it themselves.
  public let name: String?
  /// The address of the profile's picture, where there is one. Users set it themselves.
  public let picture: String?
  /// How the user signed in: `password` (also for an e-mail link), `phone`, `anonymous`, `custom`, or a provider's
  /// ID such as `google.com`. Empty where the token does not say.
  public let signInProvider: String
  /// The second factor of this sign-in, `phone` or `totp`; nil where there was none.
  public let signInSecondFactor: String?
  /// The enrollment ID of that second factor.
  public let secondFactorIdentifier: String?
  /// The tenant that the account belongs to; nil where it belongs to the project itself.
  public let tenantID: String?

  private let payload: Data

  init(_ token: CheckedToken) {
    let claims = token.claims
    uid = token.subject
    issuer = token.issuer
    authTime = token.signedInAt
    issuedAt = token.issuedAt
    expiresAt = token.expiresAt
    email = claims.email.value
    isEmailVerified = claims.isEmailVerified.value ?? false
    phoneNumber = claims.phoneNumber.value
    name = claims.name.value
    picture = claims.picture.value
    signInProvider = claims.signInProvider ?? ""
    signInSecondFactor = claims.secondFactor
    secondFactorIdentifier = claims.secondFactorIdentifier
    tenantID = claims.tenant
    payload = token.payload
  }

  /// Every claim, by name. Read anew at each use.
  public var claims: [String: ClaimValue] {
    guard case .object(let claims)? = JSONValue(json: payload).map(ClaimValue.init) else { return [:] }
    return claims
  }

  /// The claims that an administrator gave the account or a custom token, by name: `role`, say. Read anew at each
  /// use.
  public var customClaims: [String: ClaimValue] {
    claims.filter { !Self.standardClaims.contains($0.key) }
  }

  /// The claims as a type of the caller's, whose keys are the claims' names.
  public func claims<Claims: Decodable>(as type: Claims.Type) throws(DecodingError) -> Claims {
    do throws(JSONReader.Problem) {
      return try JSONReader.plain.read(type, from: payload)
    } catch {
      if case .malformed(let error as DecodingError) = error { throw error }
      throw .dataCorrupted(.init(codingPath: [], debugDescription: "the claims cannot be read"))
    }
  }

  /// What the service itself says; custom claims cannot take these names, or mean the same by them.
  private static let standardClaims: Set = [
    "iss", "aud", "sub", "iat", "exp", "nbf", "jti", "auth_time", "user_id", "provider_id", "firebase",
    "email", "email_verified", "phone_number", "name", "picture",
  ]
}

extension VerifiedToken: CustomStringConvertible, CustomReflectable {
  /// The user's ID alone: the rest is personal data, which does not belong in a log.
  public var description: String { "the token of the user \(uid.debugDescription)" }

  public var customMirror: Mirror { Mirror(self, children: ["uid": uid]) }
}
