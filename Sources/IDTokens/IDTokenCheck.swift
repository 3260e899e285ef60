import Crypto
package import Essentials

/// The rules for a valid ID token: its signature, issuer, audience and times.
///
/// All code that verifies tokens uses this, with different settings.
package struct IDTokenCheck: Sendable {
  package enum Kind: Sendable {
    /// Tokens of the service, including session cookies: for one project, and from a user who has signed in.
    case service(tenant: TenantRule)
    /// Tokens of another provider for one of its clients: OpenID Connect Core 1.0 §3.1.3.7.
    case openID
  }

  /// The tenants whose users are accepted in the service's tokens.
  package enum TenantRule: Sendable {
    /// Only this tenant, or nil for the project itself.
    case exactly(String?)
    case any
  }

  package let kind: Kind
  /// The required project or client.
  package let audience: String
  /// Returns whether `iss` is right for a token with these claims.
  package let isIssuer: @Sendable (_ iss: String, _ claims: ClaimSet) -> Bool
  package var algorithm = JWT.Algorithm.rs256
  /// The nonce of the request for the token, or nil if this program did not request it.
  package var nonce: String?
  /// The access token that came with the ID token.
  package var accessToken: String?
  /// For how many seconds after its expiry a token is still accepted.
  package var expiryLeeway = Self.leeway
  /// How many seconds in the future a token's times may be.
  package var startLeeway = Self.leeway

  /// The allowed clock difference in seconds between two machines that set their clocks over the network.
  package static let leeway = 10.0
  /// The allowed clock difference if one is a person's own machine, whose clock may be set by hand.
  ///
  /// Other programs check such a token again.
  package static let personalLeeway = 300.0

  package init(
    _ kind: Kind, for audience: String,
    isIssuer: @escaping @Sendable (_ iss: String, _ claims: ClaimSet) -> Bool
  ) {
    self.kind = kind
    self.audience = audience
    self.isIssuer = isIssuer
  }

  /// - Parameter issuers: The accepted issuers.
  package init(_ kind: Kind, for audience: String, from issuers: [String]) {
    self.init(kind, for: audience) { iss, _ in issuers.contains { iss.hasBytes(of: $0) } }
  }
}

extension IDTokenCheck {
  /// Verifies the signature and the claims of the token `text` and returns its content.
  ///
  /// - Parameter keys: Nil if tokens are not signed.
  package func token(
    _ text: String, signedBy keys: KeySet?, at now: Date
  ) throws(IDTokenProblem) -> CheckedToken {
    try token(JWT(text), signedBy: keys, at: now)
  }

  /// Does the same for a token that was already parsed.
  package func token(
    _ token: JWT, signedBy keys: KeySet?, at now: Date
  ) throws(IDTokenProblem) -> CheckedToken {
    switch algorithm {
    case .rs256:
      guard let keys else { throw .unknownKey }
      try token.verify(with: keys)
    case .none: try token.verifyUnsigned()
    }
    return try claims(of: token, at: now)
  }

  /// Checks the claims of `token` and returns its content.
  ///
  /// It does not check the signature.
  ///
  /// It refuses tokens that no key could make valid, so they do not cause requests for keys.
  package func claims(of token: JWT, at now: Date) throws(IDTokenProblem) -> CheckedToken {
    try token.refuseOther(than: algorithm)
    let claims = try ClaimSet(of: token)
    let (issuer, subject) = try checkNames(of: claims)
    if case .openID = kind, JSONValue(unambiguous: token.payload) == nil { throw .ambiguous }
    let (issued, end, signedIn) = try checkTimes(of: claims, at: now)
    try checkOrigin(of: claims)
    return CheckedToken(
      issuer: issuer, subject: subject, issuedAt: Date(timeIntervalSince1970: issued),
      expiresAt: Date(timeIntervalSince1970: end), signedInAt: Date(timeIntervalSince1970: signedIn),
      claims: claims, payload: token.payload)
  }

  private func checkNames(of claims: ClaimSet) throws(IDTokenProblem) -> (issuer: String, subject: String) {
    switch kind {
    case .service(let tenant):
      // This comes first, because tokens of other projects also have other issuers.
      try checkAudience(of: claims)
      let issuer = try issuer(of: claims)
      let subject = try (claims.isLegacy ? claims.legacySubject : claims.subject).required()
      // The length is counted as in JavaScript, which most clients use.
      guard (1...128).contains(subject.utf16.count) else { throw .impossibleClaim("sub") }
      try check(tenant, of: claims)
      return (issuer, subject)
    case .openID:
      let issuer = try issuer(of: claims)
      let subject = try claims.subject.required()
      guard (1...255).contains(subject.utf8.count) else { throw .impossibleClaim("sub") }
      try checkAudience(of: claims)
      return (issuer, subject)
    }
  }

  private func issuer(of claims: ClaimSet) throws(IDTokenProblem) -> String {
    let issuer = try claims.issuer.required()
    guard isIssuer(issuer, claims) else { throw .wrongIssuer }
    return issuer
  }

  private func checkAudience(of claims: ClaimSet) throws(IDTokenProblem) {
    let given = try claims.audience.required()
    if case .service = kind, given.isList { throw .mistypedClaim("aud") }
    guard given.names.contains(where: { $0.hasBytes(of: audience) }) else { throw .wrongAudience }
    // A token for several clients must name the one that requested it.
    guard given.names.count == 1 || claims.authorizedParty.value?.hasBytes(of: audience) == true
    else { throw .wrongAudience }
  }

  private func check(_ rule: TenantRule, of claims: ClaimSet) throws(IDTokenProblem) {
    let firebase = try claims.firebase.ifPresent()
    _ = try firebase?.signInProvider.ifPresent()
    _ = try firebase?.secondFactor.ifPresent()
    _ = try firebase?.secondFactorIdentifier.ifPresent()
    let tenant = try claims.isLegacy ? claims.legacyTenant.ifPresent() : firebase?.tenant.ifPresent()
    guard case .exactly(let expected) = rule else { return }
    guard expected.map({ tenant?.hasBytes(of: $0) == true }) ?? (tenant == nil) else { throw .wrongTenant }
  }

  private func checkTimes(
    of claims: ClaimSet, at now: Date
  ) throws(IDTokenProblem) -> (issued: Double, end: Double, signedIn: Double) {
    let now = now.timeIntervalSince1970
    let end = try claims.expiry.required()
    let issued = try claims.issuedAt.required()
    var signedIn = issued
    if case .service = kind, !claims.isLegacy { signedIn = try claims.authTime.required() }
    guard now < end + expiryLeeway else { throw .expired }
    let notBefore = try claims.notBefore.ifPresent() ?? issued
    let start = max(issued, signedIn, notBefore)
    guard start <= now + startLeeway else { throw .notYetValid }
    for (name, time) in [("exp", end), ("iat", issued), ("auth_time", signedIn)]
    where !Self.times.contains(time) {
      throw .impossibleClaim(name)
    }
    return (issued, end, signedIn)
  }

  /// The valid times in seconds: from 1970 to the end of the year 9999.
  private static let times = 0.0...253_402_300_799

  /// Checks that the token answers this program's request and belongs to the access token.
  private func checkOrigin(of claims: ClaimSet) throws(IDTokenProblem) {
    if let nonce {
      guard ConstantTime.equal(try claims.nonce.required(), nonce) else { throw .wrongNonce }
    }
    if let accessToken, let said = claims.accessTokenHash.value {
      let half = Digest.sha256(accessToken.utf8).prefix(16)
      guard ConstantTime.equal(said, Base64URL.encode(half)) else { throw .wrongAccessToken }
    }
  }
}
