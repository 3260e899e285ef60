import Essentials

/// The claims of a token that are checked or shown.
///
/// They are not verified yet.
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
  // An older token has these instead of others. In a newer token, they may be custom claims.
  let legacySubject: Claim<String>
  let legacyProvider: Claim<String>
  let legacyTenant: Claim<String>
  // Custom claims may use these names with values of any type.
  package let email: Claim<String>
  package let isEmailVerified: Claim<Bool>
  package let phoneNumber: Claim<String>
  package let name: Claim<String>
  package let picture: Claim<String>

  /// The tenant in the token, which is not verified.
  package var tenant: String? { isLegacy ? legacyTenant.value : firebase.value?.tenant.value }
  /// The user's sign-in provider and second factor.
  package var signInProvider: String? {
    isLegacy ? legacyProvider.value : firebase.value?.signInProvider.value
  }
  package var secondFactor: String? { firebase.value?.secondFactor.value }
  package var secondFactorIdentifier: String? { firebase.value?.secondFactorIdentifier.value }
  /// `tid`: the user's Microsoft directory.
  package var directoryID: String? { directory.value }

  /// The issuer of the service's older tokens, which have some claims under other names, or not at all.
  package static let legacyIssuer = "https://identitytoolkit.google.com/"

  var isLegacy: Bool { issuer.value?.hasBytes(of: Self.legacyIssuer) == true }

  /// The token's audience: one name or a list.
  struct Audience: Decodable, Sendable {
    let names: [String]
    let isList: Bool

    init(from decoder: any Decoder) throws {
      let name = try? String(from: decoder)
      isList = name == nil
      names = try name.map { [$0] } ?? JSONValue(from: decoder).array?.compactMap(\.string) ?? []
    }
  }

  /// The service's data about the session.
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
    case legacySubject = "user_id"
    case legacyProvider = "sign_in_provider"
    case legacyTenant = "tenant"
  }

  /// Reads the claims of `token` without verifying it.
  package init(of token: JWT) throws(IDTokenProblem) {
    do throws(JSONReader.Problem) {
      self = try JSONReader.plain.read(ClaimSet.self, from: token.payload)
    } catch {
      throw .unreadableClaims
    }
  }
}

/// A claim with its presence and type.
package struct Claim<Value: Decodable & Sendable>: Decodable, Sendable {
  private let path: [any CodingKey]
  private let key: (any CodingKey)?
  /// Nil if the claim is missing or has another type.
  package let value: Value?
  private let isMistyped: Bool

  var name: String { (path + [key].compactMap(\.self)).map(\.stringValue).joined(separator: ".") }

  package init(from decoder: any Decoder) throws {
    self.init(path: decoder.codingPath, value: try? Value(from: decoder), isPresent: true)
  }

  fileprivate init(path: [any CodingKey], key: (any CodingKey)? = nil, value: Value?, isPresent: Bool) {
    self.path = path
    self.key = key
    self.value = value
    isMistyped = isPresent && value == nil
  }

  /// Returns nil if the claim is missing.
  func ifPresent() throws(IDTokenProblem) -> Value? {
    if isMistyped { throw .mistypedClaim(name) }
    return value
  }

  func required() throws(IDTokenProblem) -> Value {
    guard let value = try ifPresent() else { throw .missingClaim(name) }
    return value
  }
}

extension KeyedDecodingContainer {
  /// Decodes a claim.
  ///
  /// It is no error yet if the claim is missing or null.
  func decode<Value>(_ type: Claim<Value>.Type, forKey key: Key) throws -> Claim<Value> {
    let isPresent = contains(key) && (try? decodeNil(forKey: key)) == false
    let value = isPresent ? try? decode(Value.self, forKey: key) : nil
    return Claim(path: codingPath, key: key, value: value, isPresent: isPresent)
  }
}
