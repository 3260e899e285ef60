// Calls that guides for Apple's SDK use and that this library does not have. The compiler says what to write instead.

extension Auth {
  /// Is unavailable, because there is no default app.
  @available(*, unavailable, message: "make a client and keep it: Auth(apiKey:projectID:)")
  public static func auth() -> Auth { fatalError("unavailable") }

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await signIn(with:)")
  public nonisolated func signIn(
    with credential: any AuthCredential, completion: ((AuthDataResult?, (any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await signIn(withEmail:password:)")
  public nonisolated func signIn(
    withEmail email: String, password: String, completion: ((AuthDataResult?, (any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await createUser(withEmail:password:)")
  public nonisolated func createUser(
    withEmail email: String, password: String, completion: ((AuthDataResult?, (any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await signInAnonymously()")
  public nonisolated func signInAnonymously(completion: ((AuthDataResult?, (any Error)?) -> Void)?) {}

  /// Is unavailable, because `signIn(with:)` returns the same data.
  @available(*, unavailable, message: "use try await signIn(with:)")
  public nonisolated func signInAndRetrieveData(with credential: any AuthCredential) {}
}

extension User {
  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await getIDToken()")
  public func getIDTokenForcingRefresh(
    _ forceRefresh: Bool, completion: ((String?, (any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because `link(with:)` returns the same data.
  @available(*, unavailable, message: "use try await link(with:)")
  public func linkAndRetrieveData(with credential: any AuthCredential) {}
}
