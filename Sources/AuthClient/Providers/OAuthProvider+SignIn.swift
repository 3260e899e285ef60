extension Auth {
  /// Signs in at an identity provider's page.
  @discardableResult
  public nonisolated func signIn(
    with provider: OAuthProvider, uiDelegate: any OAuthUIDelegate
  ) async throws(AuthError) -> AuthDataResult {
    try await signIn(with: try await provider.credential(with: uiDelegate))
  }
}

extension User {
  /// Links an identity provider to the account, at the provider's page.
  @discardableResult
  public func link(
    with provider: OAuthProvider, uiDelegate: any OAuthUIDelegate
  ) async throws(AuthError) -> AuthDataResult {
    try await link(with: try await provider.credential(with: uiDelegate))
  }

  /// Re-authenticates at an identity provider's page.
  @discardableResult
  public func reauthenticate(
    with provider: OAuthProvider, uiDelegate: any OAuthUIDelegate
  ) async throws(AuthError) -> AuthDataResult {
    try await reauthenticate(with: try await provider.credential(with: uiDelegate))
  }
}
