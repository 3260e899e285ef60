package import AuthClient

/// The provider to link belongs to another account. The same proof can sign in to that account.
package struct AccountConflict: Error {
  package let error: AuthFailure
  package let session: SessionKey
  /// The step that signs in to that account; nil if nothing is saved.
  package let step: PendingStep?
  /// Whether that account is already signed in.
  package var isAccountSignedIn = false
}
