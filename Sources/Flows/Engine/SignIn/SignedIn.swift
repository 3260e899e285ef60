package import AuthClient
import IdentityToolkit

/// The result of a credential.
package struct SignedIn: Equatable, Sendable {
  package let session: SavedSession
  package let purpose: CredentialPurpose
  /// The provider of the credential; nil if there was no credential.
  package let provider: String?
  /// The server's information in addition to the user; nil if the call returns none.
  package let additional: AdditionalUserInfo?
  /// The session of another account that this one replaced.
  package var replaced: SavedSession?
  /// Whether a session here had a password of this account from before its address was verified.
  ///
  /// Google's service removes such a password at the first sign-in that verifies the address.
  package var endsPassword = false
}
