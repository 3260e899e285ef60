extension Auth {
  /// Signs in at an identity provider's page.
  @discardableResult
  public nonisolated func signIn(
    with provider: OAuthProvider, uiDelegate: any OAuthUIDelegate
  ) async throws(AuthError) -> AuthDataResult {
    try await signIn(with: try await provider.credential(with: uiDelegate))
  }
}
