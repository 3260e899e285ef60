extension Auth {
  /// Starts a sign-in with a passkey.
  ///
  /// Give the request to an authenticator, and its answer to ``finalizePasskeySignIn(withPlatformCredential:)``, or to
  /// ``User/reauthenticate(with:)``.
  /// - Throws: ``AuthErrorCode/operationNotAllowed`` if the project does not allow passkeys.
  public nonisolated func startPasskeySignIn() async throws(AuthError) -> PasskeyAssertionRequest {
    try await perform { core throws(AuthFailure) in try core.startPasskeySignIn() }.answer
  }

  /// Signs in with an authenticator's answer.
  /// - Throws: ``AuthErrorCode/invalidCredential`` for an answer that the service does not accept, or a passkey that no
  ///   account has. ``AuthErrorCode/sessionExpired`` for an answer that comes too late.
  ///   ``AuthErrorCode/secondFactorRequired`` with the resolver if the service requires a second factor.
  @discardableResult
  public nonisolated func finalizePasskeySignIn(
    withPlatformCredential credential: PasskeyAssertion
  ) async throws(AuthError) -> AuthDataResult {
    try await signIn(with: credential)
  }

  /// Signs in with a passkey of an authenticator.
  /// - Throws: ``AuthError``, or the authenticator's own error.
  @discardableResult
  public nonisolated func signIn(
    withPasskeyOn authenticator: some PasskeyAuthenticator
  ) async throws -> AuthDataResult {
    let request = try await startPasskeySignIn()
    return try await finalizePasskeySignIn(
      withPlatformCredential: try await authenticator.assert(request))
  }
}
