import Essentials
import IdentityToolkit

/// The claims that are checked or shown, as a token has them; nothing of it is trusted yet.
package struct ClaimSet: Decodable, Sendable {
  let issuer: Claim<String>
  let audience: Claim<Audience>
  let authorizedParty: Claim<String>
  let subject: Claim<String>
  let expiry: Claim<Double>
  let issuedAt: Claim<Double>
  let notBefore: Claim<Double>
  let authTime: Claim<Double>
  let nonce: Claim<String>
  let accessTokenHash: Claim<String>
  let firebase: Claim<Firebase>
  let directory: Claim<String>
  package let email: String?
  package let isEmailVerified: Bool?
  package let phoneNumber: String?
  package let name: String?
  package let picture: String?

  /// The tenant that it names, rightly or not.
  package var tenant: String? { firebase.value?.tenant.value }
  /// How the user signed in, and by which second factor.
  package var signInProvider: String? { firebase.value?.signInProvider.value }
  package var secondFactor: String? { firebase.value?.secondFactor.value }
  package var secondFactorIdentifier: String? { firebase.value?.secondFactorIdentifier.value }
  /// `tid`: the directory of Microsoft's that the user is in.
  package var directoryID: String? { directory.value }

  /// Whom it is for: one name, or a list of them.
  struct Audience: Decodable, Sendable {
    let names: [String]
    let isList: Bool

    init(from decoder: any Decoder) throws {
      let claim = try JSONValue(from: decoder)
      isList = claim.string == nil
      names = claim.string.map { [$0] } ?? claim.array?.compactMap(\.string) ?? []
    }
  }

  /// What the service says of the session.
  struct Firebase: Decodable, Sendable {
    let signInProvider: Claim<String>
    let secondFactor: Claim<String>
    let secondFactorIdentifier: Claim<String>
    let tenant: Claim<String>

    private enum CodingKeys: String, CodingKey {
      case signInProvider = "sign_in_provider"
      case secondFactor = "sign_in_second_factor"
      case secondFactorIdentifier = "second_factor_identifier"
      case tenant
    }

    init(from decoder: any Decoder) throws {
      let claims = try decoder.container(keyedBy: CodingKeys.self)
      signInProvider = Claim(.signInProvider, in: claims)
      secondFactor = Claim(.secondFactor, in: claims)
      secondFactorIdentifier = Claim(.secondFactorIdentifier, in: claims)
      tenant = Claim(.tenant, in: claims)
    }
  }

  private enum CodingKeys: String, CodingKey {
    case issuer = "iss"
    case audience = "aud"
    case authorizedParty = "azp"
    case subject = "sub"
    case expiry = "exp"
    case issuedAt = "iat"
    case notBefore = "nbf"
    case authTime = "auth_time"
    case accessTokenHash = "at_hash"
    case directory = "tid"
    case nonce, firebase, email, name, picture
    case isEmailVerified = "email_verified"
    case phoneNumber = "phone_number"
  }

  package init(from decoder: any Decoder) throws {
    let claims = try decoder.container(keyedBy: CodingKeys.self)
    issuer = Claim(.issuer, in: claims)
    audience = Claim(.audience, in: claims)
    authorizedParty = Claim(.authorizedParty, in: claims)
    subject = Claim(.subject, in: claims)
    expiry = Claim(.expiry, in: claims)
    issuedAt = Claim(.issuedAt, in: claims)
    notBefore = Claim(.notBefore, in: claims)
    authTime = Claim(.authTime, in: claims)
    nonce = Claim(.nonce, in: claims)
    accessTokenHash = Claim(.accessTokenHash, in: claims)
    firebase = Claim(.firebase, in: claims)
    directory = Claim(.directory, in: claims)
    // Custom claims may take these names, with values of any type.
    email = Claim(.email, in: claims).value
    isEmailVerified = Claim(.isEmailVerified, in: claims).value
    phoneNumber = Claim(.phoneNumber, in: claims).value
    name = Claim(.name, in: claims).value
    picture = Claim(.picture, in: claims).value
  }

  /// The claims of `token`, whoever wrote it.
  package init(of token: JWT) throws(IDTokenProblem) {
    do throws(JSONReader.Problem) {
      self = try JSONReader.plain.read(ClaimSet.self, from: token.payload)
    } catch {
      throw .unreadableClaims
    }
  }
}

/// A claim as a token has it.
struct Claim<Value: Decodable & Sendable>: Sendable {
  let name: String
  /// Nil for one that is missing, and for one of another type.
  let value: Value?
  private let isMistyped: Bool

  init<Key: CodingKey>(_ key: Key, in claims: KeyedDecodingContainer<Key>) {
    name = (claims.codingPath + [key]).map(\.stringValue).joined(separator: ".")
    do {
      value = try claims.decodeIfPresent(Value.self, forKey: key)
      isMistyped = false
    } catch {
      value = nil
      isMistyped = true
    }
  }

  /// Nil for one that is missing.
  func ifPresent() throws(IDTokenProblem) -> Value? {
    if isMistyped { throw .mistypedClaim(name) }
    return value
  }

  func required() throws(IDTokenProblem) -> Value {
    guard let value = try ifPresent() else { throw .missingClaim(name) }
    return value
  }
}
