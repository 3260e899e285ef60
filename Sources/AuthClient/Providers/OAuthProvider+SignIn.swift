extension Auth {
  /// Signs in on an identity provider's page.
  /// - Throws: As ``OAuthProvider/credential(with:)`` and ``Auth/signIn(with:)``.
  @discardableResult
  public nonisolated func signIn(
    with provider: OAuthProvider, uiDelegate: any OAuthUIDelegate
  ) async throws(AuthError) -> AuthDataResult {
    try await signIn(with: try await provider.credential(with: uiDelegate))
  }
}

extension User {
  /// Links an identity provider to the account, on the provider's page.
  /// - Throws: As ``OAuthProvider/credential(with:)`` and ``User/link(with:)``.
  @discardableResult
  public func link(
    with provider: OAuthProvider, uiDelegate: any OAuthUIDelegate
  ) async throws(AuthError) -> AuthDataResult {
    try await link(with: try await provider.credential(with: uiDelegate))
  }

  /// Re-authenticates the user on an identity provider's page.
  /// - Throws: As ``OAuthProvider/credential(with:)`` and ``User/reauthenticate(with:)``.
  @discardableResult
  public func reauthenticate(
    with provider: OAuthProvider, uiDelegate: any OAuthUIDelegate
  ) async throws(AuthError) -> AuthDataResult {
    try await reauthenticate(with: try await provider.credential(with: uiDelegate))
  }
}
