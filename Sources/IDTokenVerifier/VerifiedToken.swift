public import Essentials
import IDTokens

/// The content of a verified ID token or session cookie, without the token itself.
///
/// The content dates from `issuedAt`: up to an hour ago, or up to two weeks for a session cookie. The account may have
/// changed since.
public struct VerifiedToken: Sendable, Equatable {
  /// The user's ID, `sub`: 1 to 128 characters.
  ///
  /// It stays the same as long as the account exists.
  public let uid: String
  /// The `iss` claim: `https://securetoken.google.com/PROJECT` for an ID token.
  public let issuer: String
  /// When the user signed in.
  ///
  /// Renewing the token does not change it.
  public let authTime: Date
  /// When this token was issued.
  public let issuedAt: Date
  /// When the token expires: an hour after it was issued, or 5 minutes to 14 days for a session cookie.
  public let expiresAt: Date
  /// The account's e-mail address, if it has one.
  public let email: String?
  /// Whether the user has verified `email`.
  ///
  /// Do not identify anybody by an address that is not verified.
  public let isEmailVerified: Bool
  /// The account's phone number in E.164 form, if it has one.
  public let phoneNumber: String?
  /// The display name, if there is one.
  ///
  /// Users set it themselves.
  public let name: String?
  /// The URL of the profile picture, if there is one.
  ///
  /// Users set it themselves.
  public let picture: String?
  /// How the user signed in: `password` (also for an e-mail link), `phone`, `anonymous`, `custom` or a provider ID.
  ///
  /// A provider ID is a name such as `google.com`. The value is empty if the token does not say.
  public let signInProvider: String
  /// The second factor of this sign-in, `phone` or `totp`, or nil if there was none.
  public let signInSecondFactor: String?
  /// The enrollment ID of that second factor.
  public let secondFactorIdentifier: String?
  /// The tenant that the account belongs to, or nil if it belongs to the project itself.
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

  /// Every claim, by name.
  ///
  /// Each use parses the token again.
  public var claims: [String: ClaimValue] {
    guard case .object(let claims)? = JSONValue(json: payload).map(ClaimValue.init) else { return [:] }
    return claims
  }

  /// The claims that an administrator gave the account or a custom token, by name, such as `role`.
  ///
  /// Each use parses the token again.
  public var customClaims: [String: ClaimValue] {
    claims.filter { !Self.standardClaims.contains($0.key) }
  }

  /// Decodes the claims as your own type, whose keys are the claims' names.
  public func claims<Claims: Decodable>(as type: Claims.Type) throws(DecodingError) -> Claims {
    do throws(JSONReader.Problem) {
      return try JSONReader.plain.read(type, from: payload)
    } catch {
      if case .malformed(let error as DecodingError) = error { throw error }
      throw .dataCorrupted(.init(codingPath: [], debugDescription: "the claims cannot be read"))
    }
  }

  /// The claims that the service sets itself.
  ///
  /// Custom claims cannot use these names with another meaning.
  private static let standardClaims: Set = [
    "iss", "aud", "sub", "iat", "exp", "nbf", "jti", "auth_time", "user_id", "provider_id", "firebase",
    "email", "email_verified", "phone_number", "name", "picture",
  ]
}

extension VerifiedToken: CustomStringConvertible, CustomReflectable {
  /// A description with only the user's ID.
  ///
  /// The rest is personal data and does not belong in a log.
  public var description: String { "the token of the user \(uid.debugDescription)" }

  public var customMirror: Mirror { Mirror(self, children: ["uid": uid]) }
}
