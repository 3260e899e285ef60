/// The place where credentials come from.
package enum CredentialSource: Sendable, Equatable {
  /// A file with an access token.
  case accessTokenFile(String)
  /// A variable with an access token.
  case accessTokenVariable
  /// A credentials file that was named explicitly.
  case serviceAccountFile(String)
  /// The credentials file that a variable names, as for Google's own libraries.
  case applicationCredentials(String)
}
