import Crypto
package import Essentials
import IdentityToolkit

/// What makes an ID token good: how it is signed, who wrote it, for whom, and when.
///
/// Everybody who believes a token goes by this, each with settings of their own.
package struct IDTokenCheck: Sendable {
  package enum Kind: Sendable {
    /// The service's, also session cookies: for one project, of a user who has signed in at some time.
    case service(tenant: TenantRule)
    /// Another provider's, for one of its clients: OpenID Connect Core 1.0 §3.1.3.7.
    case openID
  }

  /// Whose users the service's tokens may be of.
  package enum TenantRule: Sendable {
    /// This tenant's; nil for the project's own.
    case exactly(String?)
    case any
  }

  package let kind: Kind
  /// The project or the client that it must be for.
  package let audience: String
  /// Whether `iss`, of a token with these claims, is right.
  package let isIssuer: @Sendable (_ iss: String, _ claims: ClaimSet) -> Bool
  package var algorithm = JWT.Algorithm.rs256
  /// What it was asked for with; nil where nobody asked for it here.
  package var nonce: String?
  /// What it came with.
  package var accessToken: String?
  /// For how many seconds after its end it is still taken.
  package var expiryLeeway = Self.leeway
  /// By how many seconds it may be from the future.
  package var startLeeway = Self.leeway

  /// Whether it may be for several clients and not say which of them asked, and whether `nbf` may be in the future.
  package var acceptsOddTokens = false

  /// By how many seconds the clocks of two machines may differ that are both set by the network.
  package static let leeway = 10.0
  /// The same where one of them is a person's own, whose clock may be set by hand. What a program believes is checked
  /// again elsewhere.
  package static let personalLeeway = 300.0

  package init(
    _ kind: Kind, for audience: String,
    isIssuer: @escaping @Sendable (_ iss: String, _ claims: ClaimSet) -> Bool
  ) {
    self.kind = kind
    self.audience = audience
    self.isIssuer = isIssuer
  }

  /// - Parameter issuers: those that it may be of.
  package init(_ kind: Kind, for audience: String, from issuers: [String]) {
    self.init(kind, for: audience) { iss, _ in issuers.contains { iss.hasBytes(of: $0) } }
  }
}

extension IDTokenCheck {
  /// What the token `text` says, once its signature and its claims are found to be right.
  /// - Parameter keys: nil where tokens are not signed.
  package func token(
    _ text: String, signedBy keys: KeySet?, at now: Date
  ) throws(IDTokenProblem) -> CheckedToken {
    try token(JWT(text), signedBy: keys, at: now)
  }

  /// The same of a token that was read already.
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

  /// What `token` says, once its claims are found to be right. Its signature is another matter.
  ///
  /// By itself it refuses what no key could make right, so that nobody is asked for keys because of that.
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
      // First: tokens of other projects are other issuers', too.
      try checkAudience(of: claims)
      let issuer = try issuer(of: claims)
      let subject = try claims.subject.required()
      // As clients count them, which are mostly written in JavaScript.
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
    // Where it is for several, it must say which of them asked.
    guard
      given.names.count == 1 || acceptsOddTokens
        || claims.authorizedParty.value?.hasBytes(of: audience) == true
    else { throw .wrongAudience }
  }

  private func check(_ rule: TenantRule, of claims: ClaimSet) throws(IDTokenProblem) {
    let firebase = try claims.firebase.ifPresent()
    _ = try firebase?.signInProvider.ifPresent()
    _ = try firebase?.secondFactor.ifPresent()
    _ = try firebase?.secondFactorIdentifier.ifPresent()
    let tenant = try firebase?.tenant.ifPresent()
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
    if case .service = kind { signedIn = try claims.authTime.required() }
    guard now < end + expiryLeeway else { throw .expired }
    let notBefore = acceptsOddTokens ? issued : try claims.notBefore.ifPresent() ?? issued
    let start = max(issued, signedIn, notBefore)
    guard start <= now + startLeeway else { throw .notYetValid }
    for (name, time) in [("exp", end), ("iat", issued), ("auth_time", signedIn)]
    where !Self.times.contains(time) {
      throw .impossibleClaim(name)
    }
    return (issued, end, signedIn)
  }

  /// Seconds that are a time: from 1970 to the end of the year 9999.
  private static let times = 0.0...253_402_300_799

  /// Whether it answers what was asked, and belongs to what it came with.
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
