import Crypto
package import Essentials
package import IdentityToolkit

/// What an ID token has to be to count: OpenID Connect Core 1.0 §3.1.3.7.
package struct IDTokenCheck: Sendable {
  package let provider: OpenIDProvider
  /// The client that it must be for.
  package let clientID: String
  /// What it was asked for with; nil where nobody asked for it here.
  package let nonce: String?
  package let now: Date

  package init(from provider: OpenIDProvider, for clientID: String, nonce: String?, now: Date) {
    self.provider = provider
    self.clientID = clientID
    self.nonce = nonce
    self.now = now
  }

  /// By how much clocks may differ, in seconds.
  static let leeway = 60.0

  /// Refuses what no key could make right, so that nobody is asked for keys because of it.
  package static func refuseHopeless(
    _ token: String, from issuer: String, for clientID: String, now: Date
  ) throws(IDTokenProblem) {
    let claims = try readClaims(of: token).claims
    guard let iss = claims["iss"]?.string else { throw .missingClaim("iss") }
    guard OpenIDProvider.mayIssue(iss, asConfigured: issuer) else { throw .wrongIssuer }
    try checkAudience(of: claims, clientID)
    try checkEnd(of: claims, now)
  }

  /// What `token` claims, once its signature and claims are found to be right.
  /// - Parameter accessToken: what it came with.
  package func claims(
    of token: String, signedBy keys: KeySet, with accessToken: String? = nil
  ) throws(IDTokenProblem) -> JSONValue {
    let (jwt, claims) = try Self.readClaims(of: token)
    guard let key = keys.key(of: jwt) else { throw .unknownKey }
    do throws(JWTError) {
      try jwt.verify(with: key)
    } catch {
      throw .signature
    }
    try check(claims, with: accessToken)
    return claims
  }

  /// The claims of a token that nobody has verified.
  private static func readClaims(of token: String) throws(IDTokenProblem) -> (jwt: JWT, claims: JSONValue) {
    let jwt: JWT
    do throws(JWTError) {
      jwt = try JWT(token)
    } catch {
      throw .malformed
    }
    // The algorithm is decided here. A token's own word would let anybody sign with the public key as a secret.
    guard jwt.algorithm == "RS256" else { throw .algorithm(jwt.algorithm) }
    guard JSONValue(json: jwt.payload)?.members != nil else { throw .malformed }
    guard let claims = JSONValue(unambiguous: jwt.payload) else { throw .ambiguous }
    return (jwt, claims)
  }

  private func check(_ claims: JSONValue, with accessToken: String?) throws(IDTokenProblem) {
    guard let iss = claims["iss"]?.string else { throw .missingClaim("iss") }
    guard provider.isIssuer(iss, of: claims) else { throw .wrongIssuer }
    guard let sub = claims["sub"]?.string, (1...255).contains(sub.utf8.count) else {
      throw .missingClaim("sub")
    }
    try Self.checkAudience(of: claims, clientID)
    try Self.checkEnd(of: claims, now)
    let time = now.timeIntervalSince1970
    guard let issued = claims["iat"]?.seconds else { throw .missingClaim("iat") }
    guard max(issued, claims["nbf"]?.seconds ?? issued) <= time + Self.leeway else { throw .notYetValid }
    if let nonce {
      guard let said = claims["nonce"]?.string else { throw .missingClaim("nonce") }
      guard ConstantTime.equal(said, nonce) else { throw .wrongNonce }
    }
    if let accessToken, let said = claims["at_hash"]?.string {
      let half = Digest.sha256(accessToken.utf8).prefix(16)
      guard ConstantTime.equal(said, Base64URL.encode(half)) else { throw .wrongAccessToken }
    }
  }

  private static func checkEnd(of claims: JSONValue, _ now: Date) throws(IDTokenProblem) {
    guard let end = claims["exp"]?.seconds else { throw .missingClaim("exp") }
    guard now.timeIntervalSince1970 < end + leeway else { throw .expired }
  }

  private static func checkAudience(of claims: JSONValue, _ clientID: String) throws(IDTokenProblem) {
    guard let aud = claims["aud"] else { throw .missingClaim("aud") }
    let audiences = aud.string.map { [$0] } ?? aud.array?.compactMap(\.string) ?? []
    guard audiences.contains(where: { $0.hasBytes(of: clientID) }) else { throw .wrongAudience }
    // Where it is for several, it must say which of them asked.
    guard audiences.count == 1 || claims["azp"]?.string?.hasBytes(of: clientID) == true else {
      throw .wrongAudience
    }
  }
}

extension JSONValue {
  /// A NumericDate of RFC 7519.
  fileprivate var seconds: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }
}
