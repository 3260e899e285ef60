import Essentials

/// The claims that are checked or shown, as a token has them; nothing of it is trusted yet.
struct ClaimSet: Decodable, Sendable {
  var audience: String?
  var issuer: String?
  var subject: String?
  var expiry: Double?
  var issuedAt: Double?
  var notBefore: Double?
  var authTime: Double?
  var firebase: Firebase?
  var email: String?
  var isEmailVerified: Bool?
  var phoneNumber: String?
  var name: String?
  var picture: String?

  struct Firebase: Decodable, Sendable {
    var signInProvider: String?
    var secondFactor: String?
    var secondFactorIdentifier: String?
    var tenant: String?

    private enum CodingKeys: String, CodingKey {
      case signInProvider = "sign_in_provider"
      case secondFactor = "sign_in_second_factor"
      case secondFactorIdentifier = "second_factor_identifier"
      case tenant
    }
  }

  private enum CodingKeys: String, CodingKey {
    case audience = "aud"
    case issuer = "iss"
    case subject = "sub"
    case expiry = "exp"
    case issuedAt = "iat"
    case notBefore = "nbf"
    case authTime = "auth_time"
    case firebase, email, name, picture
    case isEmailVerified = "email_verified"
    case phoneNumber = "phone_number"
  }

  init(from decoder: any Decoder) throws {
    let claims = try decoder.container(keyedBy: CodingKeys.self)
    audience = try claims.decodeIfPresent(String.self, forKey: .audience)
    issuer = try claims.decodeIfPresent(String.self, forKey: .issuer)
    subject = try claims.decodeIfPresent(String.self, forKey: .subject)
    expiry = try claims.decodeIfPresent(Double.self, forKey: .expiry)
    issuedAt = try claims.decodeIfPresent(Double.self, forKey: .issuedAt)
    notBefore = try claims.decodeIfPresent(Double.self, forKey: .notBefore)
    authTime = try claims.decodeIfPresent(Double.self, forKey: .authTime)
    firebase = try claims.decodeIfPresent(Firebase.self, forKey: .firebase)
    // Custom claims may take these names, with values of any type.
    func text(_ key: CodingKeys) -> String? { (try? claims.decodeIfPresent(String.self, forKey: key)) ?? nil }
    email = text(.email)
    isEmailVerified = (try? claims.decodeIfPresent(Bool.self, forKey: .isEmailVerified)) ?? nil
    phoneNumber = text(.phoneNumber)
    name = text(.name)
    picture = text(.picture)
  }

  /// The claims in `payload`.
  static func read(_ payload: Data) throws(TokenError) -> ClaimSet {
    do throws(JSONReader.Problem) {
      return try JSONReader.plain.read(ClaimSet.self, from: payload)
    } catch {
      switch error {
      case .malformed(DecodingError.typeMismatch(_, let context)) where !context.codingPath.isEmpty:
        // The names are those above: nothing of the token's shows.
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        throw .malformed(reason: "the claim \(path) is of another type")
      default: throw .malformed(reason: "its claims are no JSON object")
      }
    }
  }
}
