extension User {
  /// Links a credential to the account, so that the user can sign in with it, too.
  ///
  /// An anonymous account becomes a permanent one.
  /// - Throws: ``AuthErrorCode/providerAlreadyLinked``. ``AuthErrorCode/credentialAlreadyInUse`` if another account has
  ///   the credential.
  @discardableResult
  public func link(with credential: any AuthCredential) async throws(AuthError) -> AuthDataResult {
    try await auth.signInResult(as: self, for: .link) { core throws(AuthFailure) in
      try core.link(with: try ProviderCredential(credential))
    }
  }

  /// Unlinks a provider from the account.
  /// - Parameter provider: The provider's ID, for example `phone` or `google.com`.
  /// - Throws: ``AuthErrorCode/noSuchProvider``.
  @discardableResult
  public func unlink(fromProvider provider: String) async throws(AuthError) -> User {
    try await perform { core throws(AuthFailure) in
      _ = try core.unlink(fromProvider: provider)
    }
    return self
  }

  /// Re-authenticates the user, which allows sensitive changes for about five minutes.
  /// - Throws: ``AuthErrorCode/userMismatch`` if the credential belongs to another account; the session stays.
  ///   ``AuthErrorCode/secondFactorRequired`` with the resolver if the account has a second factor.
  @discardableResult
  public func reauthenticate(with credential: any AuthCredential) async throws(AuthError) -> AuthDataResult {
    try await auth.signInResult(as: self, for: .reauthentication) { core throws(AuthFailure) in
      try core.reauthenticate(with: try ProviderCredential(credential))
    }
  }
}
