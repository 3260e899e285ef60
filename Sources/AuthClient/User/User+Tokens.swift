import Essentials

extension User {
  /// Returns an ID token that is valid for at least five more minutes.
  ///
  /// A token is valid for one hour. The client renews it when less than five minutes are left, and calls at the same
  /// time share one renewal. Send it in the header `Authorization: Bearer TOKEN`.
  /// - Throws: ``AuthErrorCode/userTokenExpired`` or a similar code if the session has ended. The user is then signed
  ///   out.
  public func getIDToken() async throws(AuthError) -> String {
    try await idToken(forcingRefresh: false).text
  }

  /// Returns an ID token as ``getIDToken()`` does, and can force a renewal.
  /// - Parameter forcingRefresh: Whether to renew a token that is still valid, for example after a change of custom
  ///   claims. The renewal begins after this call, so the new token contains the change.
  public func getIDToken(forcingRefresh: Bool) async throws(AuthError) -> String {
    try await idToken(forcingRefresh: forcingRefresh).text
  }

  /// Returns an ID token as ``getIDToken(forcingRefresh:)`` does, with its claims.
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
      // If another call began a renewal after this call was made, that renewal serves both.
      guard forcingRefresh, session.forcedRenewals == asked else { return try core.idToken() }
      session.countForcedRenewal(1)
      do throws(AuthFailure) {
        // The token that another program renewed before this call may not contain the change.
        core.takeStored()
        return try core.idToken(forcingRenewal: true)
      } catch {
        session.countForcedRenewal(-1)
        throw error
      }
    }.answer
  }
}
