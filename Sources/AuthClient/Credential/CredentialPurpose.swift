package enum CredentialPurpose: String, CaseIterable, Sendable {
  case signIn = "signin"
  /// Links the credential's provider to the current account.
  case link
  /// Replaces the current account's phone number.
  case update
  case reauthenticate = "reauth"

  package var needsCurrentUser: Bool { self != .signIn }
}
