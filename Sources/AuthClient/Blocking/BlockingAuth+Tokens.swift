package import Essentials
import IdentityToolkit

extension BlockingAuth {
  /// Seconds before its expiry at which a token is renewed.
  package static let renewalMargin: Double = 300

  /// A valid ID token of the current user, renewed where less than `minimumLife` seconds are left.
  ///
  /// - Throws: `AuthFailure.noCurrentUser`; what the token endpoint says. A session that has ended there is
  ///   signed out here.
  @discardableResult
  package func idToken(
    minimumLife: Double = renewalMargin, forcingRenewal: Bool = false
  ) throws(AuthFailure) -> IDToken {
    guard let current = currentUser else { throw .noCurrentUser }
    let tokens = current.tokens
    if !forcingRenewal, tokens.isValid(at: now(), for: minimumLife) { return tokens.idToken }
    guard let refreshToken = tokens.refreshToken else {
      if !forcingRenewal, tokens.isValid(at: now(), for: 0) { return tokens.idToken }
      throw .sessionCannotRenew
    }
    let renewed = try endingSession { () throws(AuthFailure) in
      if let renewal { return try renewal(current) }
      var user = current
      user.tokens = try exchange(refreshToken)
      return user
    }
    guard renewed.uid == current.uid else {
      // Where others act as the user, too, another one may have signed in meanwhile.
      throw renewal == nil ? .malformedAnswer(status: 200, reason: "another account's token") : .userMismatch
    }
    goOn(asRenewed: renewed)
    return renewed.tokens.idToken
  }

  /// Signs in with a refresh token that was kept elsewhere.
  package func signIn(withRefreshToken refreshToken: String) throws(AuthFailure) -> UserRecord {
    let user = try lookUp(try exchange(refreshToken))
    replaceCurrentUser(user)
    return user
  }

  private func exchange(_ refreshToken: String) throws(AuthFailure) -> Tokens {
    let answer = try backend.call(
      ExchangeToken.self, ExchangeToken.Request(refreshToken: refreshToken),
      tries: Backend.idempotentTries)
    guard let text = answer.idToken ?? answer.accessToken else {
      throw .malformedAnswer(status: 200, reason: "no ID token")
    }
    let tokens = try Tokens(
      idToken: text, refreshToken: answer.refreshToken ?? refreshToken, expiresIn: answer.expiresIn,
      now: now())
    try tokens.idToken.refuseForeign(project: backend.project, tenant: backend.tenant)
    return tokens
  }
}

extension Tokens {
  /// Whether the ID token is good for `seconds` more, when this machine's clock shows `now`.
  ///
  /// A wrong clock makes no token an expired one. A token from the future means that the clock was changed since it came:
  /// it is not trusted.
  package func isValid(at now: Date, for seconds: Double) -> Bool {
    let now = serviceTime(at: now)
    return now + seconds < expiresAt && idToken.issuedAt <= now + 300
  }

  /// What the service's clock shows when this machine's shows `now`.
  package func serviceTime(at now: Date) -> Date { now + clockOffset }
}
