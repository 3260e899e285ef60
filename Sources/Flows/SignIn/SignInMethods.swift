import AuthClient

/// What is known of sign-in methods.
package enum SignInMethods {
  /// Whether a session by this provider can have a second factor.
  package static func allowSecondFactor(_ signInProvider: String) -> Bool {
    !["phone", "anonymous", "custom"].contains(signInProvider)
  }

  /// How `session` is re-authenticated: by the provider it was signed in with, or what is left of the account where
  /// that is gone.
  package static func reauthentication(of session: SavedSession) -> String {
    let provider = session.tokens.idToken.signInProvider
    let left = session.account.providers
    guard ["phone", "password", "anonymous"].contains(provider), !left.contains(provider) else {
      return provider
    }
    return left.first { $0 == "phone" || $0 == "password" } ?? provider
  }

  /// Whether nothing is left to sign in with once `provider` is unlinked.
  package static func isOnly(_ provider: String, of session: SavedSession) -> Bool {
    session.account.providers == [provider]
  }
}
