// What guides for Apple's SDK write and this library cannot have: the compiler says what to write instead.

extension Auth {
  /// Not here: nothing configures a default app.
  @available(*, unavailable, message: "make a client and keep it: Auth(apiKey:projectID:)")
  public static func auth() -> Auth { fatalError("unavailable") }

  /// Not here: calls are async.
  @available(*, unavailable, message: "use try await signIn(with:)")
  public nonisolated func signIn(
    with credential: any AuthCredential, completion: ((AuthDataResult?, (any Error)?) -> Void)?
  ) {}

  /// Not here: calls are async.
  @available(*, unavailable, message: "use try await signIn(withEmail:password:)")
  public nonisolated func signIn(
    withEmail email: String, password: String, completion: ((AuthDataResult?, (any Error)?) -> Void)?
  ) {}

  /// Not here: calls are async.
  @available(*, unavailable, message: "use try await createUser(withEmail:password:)")
  public nonisolated func createUser(
    withEmail email: String, password: String, completion: ((AuthDataResult?, (any Error)?) -> Void)?
  ) {}

  /// Not here: calls are async.
  @available(*, unavailable, message: "use try await signInAnonymously()")
  public nonisolated func signInAnonymously(completion: ((AuthDataResult?, (any Error)?) -> Void)?) {}

  /// Not here: `signIn(with:)` gives the same.
  @available(*, unavailable, message: "use try await signIn(with:)")
  public nonisolated func signInAndRetrieveData(with credential: any AuthCredential) {}
}

extension User {
  /// Not here: calls are async.
  @available(*, unavailable, message: "use try await getIDToken()")
  public func getIDTokenForcingRefresh(
    _ forceRefresh: Bool, completion: ((String?, (any Error)?) -> Void)?
  ) {}

  /// Not here: `link(with:)` gives the same.
  @available(*, unavailable, message: "use try await link(with:)")
  public func linkAndRetrieveData(with credential: any AuthCredential) {}
}
