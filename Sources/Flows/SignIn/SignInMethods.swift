import AuthClient

/// What is known of sign-in methods.
package enum SignInMethods {
  /// Whether a session by this provider can have a second factor.
  package static func allowSecondFactor(_ signInProvider: String) -> Bool {
    !["phone", "anonymous", "custom"].contains(signInProvider)
  }

  /// Whether nothing is left to sign in with once `provider` is unlinked.
  package static func isOnly(_ provider: String, of session: SavedSession) -> Bool {
    session.account.providers == [provider]
  }
}
