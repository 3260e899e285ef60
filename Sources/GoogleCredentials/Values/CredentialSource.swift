/// The place where credentials come from.
package enum CredentialSource: Sendable, Equatable {
  /// A file with an access token.
  case accessTokenFile(String)
  /// The variable `USHER_ACCESS_TOKEN`.
  case accessTokenVariable
  /// A credentials file that was named explicitly.
  case serviceAccountFile(String)
  /// The credentials file that `GOOGLE_APPLICATION_CREDENTIALS` names.
  case applicationCredentials(String)
}
