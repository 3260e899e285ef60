import IdentityToolkit

/// The rule that some changes need a sign-in within the last few minutes.
struct RecentSignIn: Sendable {
  let call: Call

  /// Throws if the token's sign-in was too long ago.
  func require(of token: IDToken) throws(ServerError) {
    let policy = call.policy
    if policy.recentSignInRequired,
      !call.period(ofLast: policy.recentSignInWindow).contains(token.signedInAt)
    {
      throw ServerError(.credentialTooOldLoginAgain)
    }
  }
}
