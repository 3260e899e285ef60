/// The purpose that a credential is used for.
package enum CredentialPurpose: String, CaseIterable, Sendable {
  case signIn = "signin"
  /// Links the credential's provider to the current account.
  case link
  /// Replaces the current account's phone number.
  case update
  case reauthenticate = "reauth"

  /// Whether the purpose needs a signed-in user.
  package var needsCurrentUser: Bool { self != .signIn }
}
