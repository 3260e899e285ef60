extension Auth {
  /// Signs in with a credential of any provider.
  ///
  /// If the account does not exist, some providers create it.
  /// - Throws: ``AuthErrorCode/secondFactorRequired`` with the resolver that finishes the sign-in.
  @discardableResult
  public nonisolated func signIn(with credential: any AuthCredential) async throws(AuthError)
    -> AuthDataResult
  {
    try await signInResult(for: .signIn) { core throws(AuthFailure) in
      try core.signIn(with: try ProviderCredential(credential))
    }
  }

  /// Signs in with an address and a password.
  /// - Throws: With enumeration protection, ``AuthErrorCode/invalidCredential``. Without it,
  ///   ``AuthErrorCode/wrongPassword`` or ``AuthErrorCode/userNotFound``. Also ``AuthErrorCode/secondFactorRequired``.
  @discardableResult
  public nonisolated func signIn(
    withEmail email: String, password: String
  ) async throws(AuthError) -> AuthDataResult {
    try await signIn(with: EmailAuthProvider.credential(withEmail: email, password: password))
  }

  /// Signs in with an e-mail link.
  /// - Parameters:
  ///   - email: The address that the link was sent to. Take it from your user or from where you kept it, never from the
  ///     link.
  ///   - link: The link as it arrived. It may be wrapped, or have text around it.
  @discardableResult
  public nonisolated func signIn(
    withEmail email: String, link: String
  ) async throws(AuthError) -> AuthDataResult {
    try await signIn(with: EmailAuthProvider.credential(withEmail: email, link: link))
  }

  /// Signs in to a new account without credentials.
  ///
  /// If the current user is anonymous, that user stays signed in. If you link a credential later, the account keeps its
  /// uid.
  @discardableResult
  public nonisolated func signInAnonymously() async throws(AuthError) -> AuthDataResult {
    try await signInResult(for: .signIn) { core throws(AuthFailure) in try core.signInAnonymously() }
  }

  /// Signs in with a token that a service account of the project signed.
  @discardableResult
  public nonisolated func signIn(withCustomToken token: String) async throws(AuthError) -> AuthDataResult {
    try await signInResult(for: .signIn) { core throws(AuthFailure) in
      try core.signIn(withCustomToken: token)
    }
  }

  /// Creates an account with an address and a password, and signs in to it.
  /// - Throws: ``AuthErrorCode/emailAlreadyInUse``, ``AuthErrorCode/weakPassword``, ``AuthErrorCode/invalidEmail``.
  @discardableResult
  public nonisolated func createUser(
    withEmail email: String, password: String
  ) async throws(AuthError) -> AuthDataResult {
    try await signInResult(for: .signIn) { core throws(AuthFailure) in
      try core.createUser(withEmail: email, password: password)
    }
  }

  /// Runs `call` and returns the signed-in user.
  /// - Throws: ``AuthErrorCode/secondFactorRequired`` with the resolver if the account has a second factor.
  nonisolated func signInResult(
    as user: User? = nil, at binding: SessionBinding? = nil, for purpose: ResolverPurpose,
    _ call: @escaping @Sendable (BlockingAuth) throws(AuthFailure) -> SignInResult
  ) async throws(AuthError) -> AuthDataResult {
    let place = binding ?? session.snapshot.binding
    let done = try await performVerified(as: user, at: binding, call)
    switch done.answer {
    case .signedIn(_, let additional):
      guard let user = done.user else { throw AuthError(.nullUser) }
      return AuthDataResult(user: user, additionalUserInfo: additional)
    case .secondFactorRequired(let resolver):
      throw AuthError(
        .secondFactorRequired,
        resolver: MultiFactorResolver(
          auth: self, record: resolver, purpose: purpose, user: user, binding: place))
    }
  }

  /// Returns the sign-in methods of an address's account.
  ///
  /// The list is empty if no account has the address. With enumeration protection, the default of new projects, it is
  /// always empty. It never contains phone numbers.
  public nonisolated func fetchSignInMethods(forEmail email: String) async throws(AuthError) -> [SignInMethod]
  {
    let methods = try await perform { core throws(AuthFailure) in
      try core.signInMethods(forEmail: email)
    }.answer
    return (methods ?? []).map(SignInMethod.init(rawValue:))
  }
}
