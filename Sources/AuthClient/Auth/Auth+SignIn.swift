extension Auth {
  /// Signs in with a credential of any provider; an account that is not there yet is created where the provider allows it.
  /// - Throws: ``AuthErrorCode/secondFactorRequired`` with the resolver that goes on.
  @discardableResult
  public nonisolated func signIn(with credential: any AuthCredential) async throws(AuthError)
    -> AuthDataResult
  {
    try await signInResult(for: .signIn) { core throws(AuthFailure) in
      try core.signIn(with: try ProviderCredential(credential))
    }
  }

  /// Signs in with an address and a password.
  /// - Throws: ``AuthErrorCode/invalidCredential`` where the project hides which addresses have accounts, else
  ///   ``AuthErrorCode/wrongPassword`` or ``AuthErrorCode/userNotFound``; ``AuthErrorCode/secondFactorRequired``.
  @discardableResult
  public nonisolated func signIn(
    withEmail email: String, password: String
  ) async throws(AuthError) -> AuthDataResult {
    try await signIn(with: EmailAuthProvider.credential(withEmail: email, password: password))
  }

  /// Signs in with a mailed link.
  /// - Parameters:
  ///   - email: The address that the link was sent to, from the person or from where it was kept: never from the link.
  ///   - link: The link as it arrived, whatever wrapped it on its way.
  @discardableResult
  public nonisolated func signIn(
    withEmail email: String, link: String
  ) async throws(AuthError) -> AuthDataResult {
    try await signIn(with: EmailAuthProvider.credential(withEmail: email, link: link))
  }

  /// Signs in to a new account without credentials; linking one later keeps the uid. Who is signed in so stays.
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

  /// What `call` ends in: the user, or the error whose resolver asks for the second factor.
  nonisolated func signInResult(
    as user: User? = nil, at binding: SessionBinding? = nil, for purpose: ResolverPurpose,
    _ call: @escaping @Sendable (BlockingAuth) throws(AuthFailure) -> SignInResult
  ) async throws(AuthError) -> AuthDataResult {
    let place = binding ?? session.snapshot.binding
    let done = try await perform(as: user, at: binding, call)
    switch done.answer {
    case .signedIn(_, let additional):
      guard let user = done.user else { throw AuthError(.nullUser) }
      return AuthDataResult(user: user, additionalUserInfo: additional)
    case .secondFactorRequired(let resolver):
      throw AuthError(
        .secondFactorRequired,
        resolver: MultiFactorResolver(resolver, auth: self, purpose: purpose, user: user, binding: place))
    }
  }
}

extension Auth {
  /// The methods by which an address's account signs in.
  ///
  /// Empty where nobody has the address, and for every address where the project hides that (enumeration protection, the
  /// default of new projects). Phone numbers are never among them.
  public nonisolated func fetchSignInMethods(forEmail email: String) async throws(AuthError) -> [SignInMethod]
  {
    let methods = try await perform { core throws(AuthFailure) in
      try core.signInMethods(forEmail: email)
    }.answer
    return (methods ?? []).map(SignInMethod.init(rawValue:))
  }
}
