package import Essentials
import IdentityToolkit

extension BlockingAuth {
  /// The seconds before its expiry at which a token is renewed.
  package static let renewalMargin: Double = 300

  /// Returns an ID token of the current user. It renews the token if less than `minimumLife` seconds are left.
  ///
  /// If several clients find the token expired at the same time, one renews it, and the others use the new one.
  /// - Throws: `AuthFailure.noCurrentUser`, or the token endpoint's error. If the session has ended, the user is signed
  ///   out here and in the store.
  @discardableResult
  package func idToken(
    minimumLife: Double = renewalMargin, forcingRenewal: Bool = false
  ) throws(AuthFailure) -> IDToken {
    guard let current = currentUser else { throw .noCurrentUser }
    let refused = forcingRenewal ? current.tokens.idToken : nil
    func isGood(_ tokens: Tokens) -> Bool {
      tokens.idToken != refused && tokens.isValid(at: now(), for: minimumLife)
    }
    if isGood(current.tokens) { return current.tokens.idToken }
    guard current.tokens.refreshToken != nil else {
      if !forcingRenewal, current.tokens.isValid(at: now(), for: 0) { return current.tokens.idToken }
      throw .sessionCannotRenew
    }
    guard let store else {
      return take(try endingSession { () throws(AuthFailure) in try withNewTokens(current) })
    }
    do {
      return try store.whileRenewing {
        let kept = try storedUser()
        return isGood(kept.tokens) ? take(kept) : try renewAndKeep(kept, in: store)
      }
    } catch let error as AuthFailure {
      throw error
    } catch {
      throw .caller(CallerFailure(error))
    }
  }

  /// Continues with the user in the store.
  func takeStored() {
    if store != nil, let user = try? storedUser() { take(user) }
  }

  private func storedUser() throws -> UserRecord {
    guard let current = currentUser else { throw AuthFailure.noCurrentUser }
    guard let kept = try store?.kept(current) else {
      signOut()
      throw AuthFailure.noCurrentUser
    }
    // Another user may have signed in since.
    guard kept.uid == current.uid else { throw AuthFailure.userMismatch }
    return kept
  }

  private func renewAndKeep(_ kept: UserRecord, in store: any SessionStore) throws -> IDToken {
    do {
      let renewed = try endingSession { () throws(AuthFailure) -> UserRecord in try withNewTokens(kept) }
      try store.replace(kept, with: renewed)
      return take(renewed)
    } catch let error as AuthFailure where error.endsSession {
      try store.replace(kept, with: nil)
      throw error
    }
  }

  @discardableResult
  private func take(_ user: UserRecord) -> IDToken {
    goOn(asRenewed: user)
    return user.tokens.idToken
  }

  private func withNewTokens(_ user: UserRecord) throws(AuthFailure) -> UserRecord {
    guard let refreshToken = user.tokens.refreshToken else { throw .sessionCannotRenew }
    var renewed = user
    renewed.tokens = try exchange(refreshToken)
    guard renewed.uid == user.uid else {
      throw .malformedAnswer(status: 200, reason: "another account's token")
    }
    return renewed
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
  /// Whether the ID token is valid for `seconds` more when this machine's clock shows `now`.
  ///
  /// The check corrects for a wrong clock. A token that was issued in the future is not trusted, because then the clock
  /// was changed after the token came.
  package func isValid(at now: Date, for seconds: Double) -> Bool {
    let now = serviceTime(at: now)
    return now + seconds < expiresAt && idToken.issuedAt <= now + 300
  }

  /// Returns the time on the service's clock when this machine's clock shows `now`.
  package func serviceTime(at now: Date) -> Date { now + clockOffset }
}
