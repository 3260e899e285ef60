import Essentials
import IDTokens
import IdentityToolkit

/// What an ID token that was verified says.
struct IDToken: Sendable, Equatable {
  var localID: String
  var signedInAt: Date
  /// How its session was signed in to.
  var provider: String
  var secondFactor: String?
  var secondFactorIdentifier: String?
  /// Whether it is of a client that did not ask for one that can be renewed. Such a token makes no session cookie.
  var isLegacy = false
  /// What is compared with the time that its account takes tokens from, in whole seconds.
  var countsFrom: Int64
  /// Everything it claims, JSON.
  var payload: Data
}

extension IDToken {
  /// Nil for a token that does not say how its user signed in.
  /// - Parameter countsFromSignIn: whether it counts from the sign-in on, rather than from its own time.
  init?(_ token: CheckedToken, countsFromSignIn: Bool) {
    guard let provider = token.claims.signInProvider else { return nil }
    self.init(
      localID: token.subject, signedInAt: token.signedInAt, provider: provider,
      secondFactor: token.claims.secondFactor,
      secondFactorIdentifier: token.claims.secondFactorIdentifier,
      isLegacy: token.issuer == IDTokenClaims.legacyIssuer,
      countsFrom: (countsFromSignIn ? token.signedInAt : max(token.signedInAt, token.issuedAt)).seconds,
      payload: token.payload)
  }
}

extension AuthSession {
  /// Has its tokens say what an identity provider said besides who the user is.
  mutating func note(attributes: JSONValue?) {
    guard let attributes else { return }
    claims = JSONValue.object([.init("firebase", ["sign_in_attributes": attributes])]).text
  }
}

extension Data {
  /// Whether the bytes of `text` stand in it. The standard library's own search takes a hundred times as long.
  fileprivate func holds(_ text: StaticString) -> Bool {
    let sought = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return withUnsafeBytes { bytes in
      bytes.indices.dropLast(sought.count - 1).contains { start in
        bytes[start] == sought[0] && bytes[start...].starts(with: sought)
      }
    }
  }
}

extension JWT {
  /// The tenant that it claims, rightly or not; nil for none.
  var claimedTenant: String? {
    // Hardly any token names one, and the claims of all are read when they are checked.
    guard payload.holds("\"tenant\"") else { return nil }
    return (try? ClaimSet(of: self))?.tenant
  }
}

extension IDToken {
  /// Whether its session is one of `account`, which has the name that it claims, and goes on: as far as whole seconds
  /// tell, and as any verifier may find out.
  func counts(for account: Account) -> Bool { countsFrom >= account.takesSessionsFrom.seconds }

  /// The token's session as it goes on in new tokens, its second factor and its own claims included.
  /// - Parameters:
  ///   - provider: how the session counts as signed in to from now on; as before unless given.
  ///   - signedInAt: as before unless given.
  func session(
    for account: Account, provider: String? = nil, signedInAt: Date? = nil
  ) -> AuthSession {
    var session = AuthSession(
      signedInAt: signedInAt ?? self.signedInAt, provider: provider ?? self.provider)
    session.secondFactor = secondFactor
    session.secondFactorIdentifier = secondFactorIdentifier
    if self.provider == "custom" { session.claims = sessionClaims(beside: account) }
    let claims = session.claims == nil ? JSONValue(json: payload) : nil
    session.note(attributes: claims?["firebase"]?["sign_in_attributes"])
    return session
  }

  /// The claims that came with a custom token: those that are neither the server's nor the account's.
  private func sessionClaims(beside account: Account) -> String? {
    guard let claims = JSONValue(json: payload) else { return nil }
    let ofAccount = (try? account.customAttributes.map(CustomClaims.init(json:)))??.value
    let own = (claims.members ?? []).filter { member in
      !Self.serverClaims.contains(member.name) && ofAccount?[member.name] != member.value
    }
    return own.isEmpty ? nil : JSONValue.object(own).text
  }

  private static let serverClaims: Set = [
    "iss", "aud", "sub", "iat", "exp", "auth_time", "firebase", "user_id", "provider_id", "name", "picture",
    "email", "email_verified", "phone_number",
  ]
}
