import IdentityToolkit

/// The rule that some changes need a sign-in of a few minutes ago at most.
struct RecentSignIn: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// Refuses a token whose sign-in is too long ago.
  func require(of token: IDToken) throws(ServerError) {
    let policy = call.policy
    if policy.recentSignInRequired,
      !call.period(ofLast: policy.recentSignInWindow).contains(token.signedInAt)
    {
      throw ServerError(.credentialTooOldLoginAgain)
    }
  }
}
