package import AuthClient

/// What was to be linked belongs to another account, which the same proof can sign in to.
package struct AccountConflict: Error {
  package let error: AuthFailure
  package let session: SessionKey
  /// Signs in to that account; nil where nothing is kept.
  package let step: PendingStep?
  /// Whether the session is that account's already.
  package var isAccountSignedIn = false
}
