import IdentityToolkit

extension Auth {
  /// Revokes the tokens of Sign in with Apple, as Apple requires before an account is deleted.
  ///
  /// The user stays signed in (`accounts:revokeToken`; `RevokeTokenRequest` in Apple's SDK).
  /// - Parameter authorizationCode: The code that Apple gave for the sign-in. It is valid for five minutes, and once.
  /// - Throws: ``AuthErrorCode/nullUser`` if nobody is signed in.
  public nonisolated func revokeToken(withAuthorizationCode authorizationCode: String) async throws(AuthError)
  {
    try await perform { core throws(AuthFailure) in try core.revokeToken(authorizationCode, .code) }
  }
}
