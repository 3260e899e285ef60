import Essentials
import IDTokens
import IdentityToolkit

/// The content of a verified ID token.
struct IDToken: Sendable, Equatable {
  var localID: String
  var signedInAt: Date
  /// The provider of the session's sign-in.
  var provider: String
  var secondFactor: String?
  var secondFactorIdentifier: String?
  /// Whether the client did not ask for a token that can be renewed.
  ///
  /// Such a token cannot become a session cookie.
  var isLegacy = false
  /// The time to compare with the time from which the account accepts tokens, in whole seconds.
  var countsFrom: Int64
  /// All claims, as JSON.
  var payload: Data
}

extension IDToken {
  /// Returns nil if the token does not contain the sign-in provider.
  ///
  /// - Parameter countsFromSignIn: Whether the sign-in time counts, and not the time when the token was issued.
  init?(_ token: CheckedToken, countsFromSignIn: Bool) {
    guard let provider = token.claims.signInProvider else { return nil }
    self.init(
      localID: token.subject, signedInAt: token.signedInAt, provider: provider,
      secondFactor: token.claims.secondFactor,
      secondFactorIdentifier: token.claims.secondFactorIdentifier,
      isLegacy: token.issuer == ClaimSet.legacyIssuer,
      countsFrom: (countsFromSignIn ? token.signedInAt : max(token.signedInAt, token.issuedAt)).seconds,
      payload: token.payload)
  }
}

extension AuthSession {
  /// Adds an identity provider's other data to the session's tokens.
  mutating func note(attributes: JSONValue?) {
    guard let attributes else { return }
    claims = JSONValue.object([.init("firebase", ["sign_in_attributes": attributes])]).text
  }
}

extension Data {
  /// Returns whether the bytes of `text` are in the data.
  ///
  /// The standard library's search takes a hundred times as long.
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
  /// The tenant in the unverified claims, or nil if there is none.
  var claimedTenant: String? {
    // Few tokens name a tenant, and all claims are read later when they are checked.
    guard payload.holds("\"tenant\"") else { return nil }
    return (try? ClaimSet(of: self))?.tenant
  }
}

extension IDToken {
  /// Returns whether the session belongs to `account`, which has the same uid, and is active.
  ///
  /// The comparison uses whole seconds, so other verifiers get the same result.
  func counts(for account: Account) -> Bool { countsFrom >= account.takesSessionsFrom.seconds }

  /// Returns the session for new tokens, including its second factor and its own claims.
  ///
  /// - Parameters:
  ///   - provider: The new sign-in provider of the session. By default, it does not change.
  ///   - signedInAt: The new sign-in time. By default, it does not change.
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

  /// Returns the claims of a custom token: those that belong neither to the server nor to the account.
  private func sessionClaims(beside account: Account) -> String? {
    guard let all = JSONValue(json: payload), let claims = isLegacy ? all["extra_claims"] : all
    else { return nil }
    let ofAccount = account.customAttributes.flatMap { JSONValue(json: $0) }
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
