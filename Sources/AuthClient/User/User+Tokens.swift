import Essentials

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
  /// - Parameter forcingRefresh: Renews also a token that is still good, after a change of custom claims for example. The
  ///   renewal begins after this was called, so it has the change.
  public func getIDToken(forcingRefresh: Bool) async throws(AuthError) -> String {
    try await idToken(forcingRefresh: forcingRefresh).text
  }

  /// As ``getIDToken(forcingRefresh:)``, with what the token says.
  public func getIDTokenResult(forcingRefresh: Bool = false) async throws(AuthError) -> AuthTokenResult {
    AuthTokenResult(try await idToken(forcingRefresh: forcingRefresh))
  }

  private func idToken(forcingRefresh: Bool) async throws(AuthError) -> IDToken {
    let session = auth.session
    let snapshot = session.snapshot
    if !forcingRefresh, snapshot.generation == generation, let tokens = snapshot.record?.tokens,
      tokens.isValid(at: auth.now(), for: BlockingAuth.renewalMargin)
    {
      return tokens.idToken
    }
    let asked = session.forcedRenewals
    return try await perform(isChange: false) { core throws(AuthFailure) in
      // A renewal that another call began after this one asked serves both.
      guard forcingRefresh, session.forcedRenewals == asked else { return try core.idToken() }
      session.countForcedRenewal(1)
      do throws(AuthFailure) {
        // What another program renewed before this call may lack the change.
        core.takeStored()
        return try core.idToken(forcingRenewal: true)
      } catch {
        session.countForcedRenewal(-1)
        throw error
      }
    }.answer
  }
}
