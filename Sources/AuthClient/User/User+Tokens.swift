import AuthCore

extension User {
  /// An ID token that is good for five minutes at least, for the `Authorization: Bearer` of a request.
  ///
  /// It lasts an hour, and is renewed here when less than five minutes of it are left. Whoever asks while it is being
  /// renewed gets the same new one.
  /// - Throws: ``AuthErrorCode/userTokenExpired`` and its like where the session has ended; the user is signed out then.
  public func getIDToken() async throws(AuthError) -> String {
    try await idToken(forcingRefresh: false).text
  }

  /// As ``getIDToken()``.
  /// - Parameter forcingRefresh: Renews also a token that is still good: after a change of custom claims, say.
  public func getIDToken(forcingRefresh: Bool) async throws(AuthError) -> String {
    try await idToken(forcingRefresh: forcingRefresh).text
  }

  /// As ``getIDToken(forcingRefresh:)``, with what the token says.
  public func getIDTokenResult(forcingRefresh: Bool = false) async throws(AuthError) -> AuthTokenResult {
    AuthTokenResult(try await idToken(forcingRefresh: forcingRefresh))
  }

  private func idToken(forcingRefresh: Bool) async throws(AuthError) -> IDToken {
    let known = record.tokens
    if !forcingRefresh, auth.session.snapshot.record?.uid == uid,
      known.isValid(at: auth.now(), for: AuthCore.Auth.renewalMargin)
    {
      return known.idToken
    }
    let session = auth.session
    let asked = session.forcedRenewals
    return try await perform(isChange: false) { core throws(AuthCore.AuthError) in
      // Who asked before this one may have had it renewed meanwhile.
      guard forcingRefresh, session.forcedRenewals == asked else { return try core.idToken() }
      let token = try core.idToken(forcingRenewal: true)
      session.countForcedRenewal()
      return token
    }.answer
  }
}
