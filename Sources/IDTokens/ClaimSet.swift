import Essentials

/// The claims of a token that are checked or shown.
///
/// They are not verified yet.
package struct ClaimSet: Sendable {
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
  struct Audience: Sendable {
    let names: [String]
    let isList: Bool

    fileprivate init(_ claim: JSONValue) {
      let name = claim.string
      isList = name == nil
      names = name.map { [$0] } ?? claim.array?.compactMap(\.string) ?? []
    }
  }

  /// The service's data about the session.
  struct Firebase: Sendable {
    let signInProvider: Claim<String>
    let secondFactor: Claim<String>
    let secondFactorIdentifier: Claim<String>
    let tenant: Claim<String>

    fileprivate init?(_ claim: JSONValue) {
      guard claim.members != nil else { return nil }
      func text(_ name: String) -> Claim<String> {
        Claim("firebase." + name, claim[name]) { $0.string }
      }
      signInProvider = text("sign_in_provider")
      secondFactor = text("sign_in_second_factor")
      secondFactorIdentifier = text("second_factor_identifier")
      tenant = text("tenant")
    }
  }

  /// Reads the claims of `token` without verifying it.
  package init(of token: JWT) throws(IDTokenProblem) {
    guard let claims = JSONValue(json: token.payload), claims.members != nil else { throw .unreadableClaims }
    func claim<Value>(_ name: String, _ read: (JSONValue) -> Value?) -> Claim<Value> {
      Claim(name, claims[name], read)
    }
    func text(_ name: String) -> Claim<String> { claim(name) { $0.string } }
    func time(_ name: String) -> Claim<Double> { claim(name) { $0.double } }
    issuer = text("iss")
    audience = claim("aud") { Audience($0) }
    authorizedParty = text("azp")
    subject = text("sub")
    expiry = time("exp")
    issuedAt = time("iat")
    notBefore = time("nbf")
    authTime = time("auth_time")
    nonce = text("nonce")
    accessTokenHash = text("at_hash")
    firebase = claim("firebase") { Firebase($0) }
    directory = text("tid")
    legacySubject = text("user_id")
    legacyProvider = text("sign_in_provider")
    legacyTenant = text("tenant")
    email = text("email")
    isEmailVerified = claim("email_verified") { $0.bool }
    phoneNumber = text("phone_number")
    name = text("name")
    picture = text("picture")
  }
}

/// A claim with its presence and type.
package struct Claim<Value: Sendable>: Sendable {
  /// The path of the claim, for example `firebase.tenant`.
  let name: String
  /// Nil if the claim is missing, null or of another type.
  package let value: Value?
  private let isMistyped: Bool

  fileprivate init(_ name: String, _ claim: JSONValue?, _ read: (JSONValue) -> Value?) {
    self.name = name
    let present = claim == .null ? nil : claim
    value = present.flatMap(read)
    isMistyped = present != nil && value == nil
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
