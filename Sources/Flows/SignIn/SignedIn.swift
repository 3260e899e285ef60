package import AuthClient
import IdentityToolkit

/// What using a credential came to.
package struct SignedIn: Equatable, Sendable {
  package let session: SavedSession
  package let purpose: CredentialPurpose
  /// The provider of the credential that was used; nil where none was.
  package let provider: String?
  /// What the server tells beyond the user; nil where the call tells nothing.
  package let additional: AdditionalUserInfo?
  /// The other account's session that this one took the place of.
  package var replaced: SavedSession?
}

/// How using a credential ends.
package enum SignInOutcome: Equatable, Sendable {
  case signedIn(SignedIn)
  /// The account has second factors: no session yet.
  case secondFactorRequired(SecondFactorStep)
}
