/// What a credential is used for.
package enum CredentialPurpose: String, CaseIterable, Sendable {
  case signIn = "signin"
  /// Links the credential's provider to the current account.
  case link
  /// Replaces the current account's phone number.
  case update
  case reauthenticate = "reauth"

  /// Whether it is about the account that is signed in.
  package var needsCurrentUser: Bool { self != .signIn }
}
