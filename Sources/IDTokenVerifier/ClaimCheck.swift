import Essentials

/// What the claims of a token have to be: Firebase's list for verifiers that are not its own, and the tenant.
struct ClaimCheck: Sendable {
  let project: String
  let tenants: AcceptedTenants
  /// In seconds.
  let leeway: Double

  /// The token that makes `claims`, unless one of them is wrong. Its signature is another matter.
  func token(
    _ claims: ClaimSet, payload: Data, as kind: TokenKind, now: Date
  ) throws(TokenError) -> VerifiedToken {
    guard try given(claims.audience, "aud").hasBytes(of: project) else { throw .wrongProject }
    let issuer = try given(claims.issuer, "iss")
    guard issuer.hasBytes(of: kind.issuer(of: project)) else { throw .wrongIssuer }
    let uid = try given(claims.subject, "sub")
    guard (1...128).contains(uid.utf16.count) else {
      throw .malformed(reason: "sub is no user ID of 1 to 128 characters")
    }
    let time = now.timeIntervalSince1970
    let end = try given(claims.expiry, "exp")
    let issued = try given(claims.issuedAt, "iat")
    let signedIn = try given(claims.authTime, "auth_time")
    guard time < end + leeway else { throw .expired }
    guard max(issued, signedIn, claims.notBefore ?? issued) <= time + leeway else { throw .notYetValid }
    guard tenants.accepts(claims.firebase?.tenant) else { throw .wrongTenant }
    return VerifiedToken(
      uid: uid, issuer: issuer, authTime: Date(timeIntervalSince1970: signedIn),
      issuedAt: Date(timeIntervalSince1970: issued), expiresAt: Date(timeIntervalSince1970: end),
      claims: claims, payload: payload)
  }

  private func given<Value>(_ value: Value?, _ name: String) throws(TokenError) -> Value {
    guard let value else { throw .malformed(reason: "it has no claim \(name)") }
    return value
  }
}
