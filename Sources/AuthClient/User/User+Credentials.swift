extension User {
  /// Links a credential to the account, so that both sign in to it. An anonymous account stops being one.
  /// - Throws: ``AuthErrorCode/providerAlreadyLinked``; ``AuthErrorCode/credentialAlreadyInUse`` where another account has
  ///   it.
  @discardableResult
  public func link(with credential: any AuthCredential) async throws(AuthError) -> AuthDataResult {
    try await auth.signInResult(as: self, for: .link) { core throws(AuthFailure) in
      try core.link(with: try ProviderCredential(credential))
    }
  }

  /// Unlinks a provider.
  /// - Parameter provider: Its id, `phone` or `google.com`.
  /// - Throws: ``AuthErrorCode/noSuchProvider``.
  @discardableResult
  public func unlink(fromProvider provider: String) async throws(AuthError) -> User {
    try await perform { core throws(AuthFailure) in
      _ = try core.unlink(fromProvider: provider)
    }
    return self
  }

  /// Shows the service that the user is still there, so that sensitive changes are allowed for about five minutes.
  /// - Throws: ``AuthErrorCode/userMismatch`` where the credential is another account's; the session stays. Where the
  ///   account has a second factor, ``AuthErrorCode/secondFactorRequired`` with the resolver.
  @discardableResult
  public func reauthenticate(with credential: any AuthCredential) async throws(AuthError) -> AuthDataResult {
    try await auth.signInResult(as: self, for: .reauthentication) { core throws(AuthFailure) in
      try core.reauthenticate(with: try ProviderCredential(credential))
    }
  }
}
