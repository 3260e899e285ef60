// Calls that guides for Apple's SDK use and that this library does not have. The compiler says what to write instead.
// Only what these messages name exists. `make check-library` compiles the guides' lines, and compares the messages.

/// Is unavailable, because there is no default app.
@available(*, unavailable, message: "leave it out; make a client and keep it: Auth(apiKey:projectID:)")
public enum FirebaseApp {
  /// Is unavailable, because there is no default app.
  public static func configure() {}
}

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
  @available(*, unavailable, message: "use try await signIn(with:uiDelegate:)")
  public nonisolated func signIn(
    with provider: OAuthProvider, uiDelegate: (any OAuthUIDelegate)?,
    completion: ((AuthDataResult?, (any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await signIn(withEmail:password:)")
  public nonisolated func signIn(
    withEmail email: String, password: String, completion: ((AuthDataResult?, (any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await signIn(withEmail:link:)")
  public nonisolated func signIn(
    withEmail email: String, link: String, completion: ((AuthDataResult?, (any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await signIn(withCustomToken:)")
  public nonisolated func signIn(
    withCustomToken token: String, completion: ((AuthDataResult?, (any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await signInAnonymously()")
  public nonisolated func signInAnonymously(completion: ((AuthDataResult?, (any Error)?) -> Void)?) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await createUser(withEmail:password:)")
  public nonisolated func createUser(
    withEmail email: String, password: String, completion: ((AuthDataResult?, (any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await sendSignInLink(toEmail:actionCodeSettings:)")
  public nonisolated func sendSignInLink(
    toEmail email: String, actionCodeSettings: ActionCodeSettings, completion: (((any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await fetchSignInMethods(forEmail:)")
  public nonisolated func fetchSignInMethods(
    forEmail email: String, completion: (([SignInMethod]?, (any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await sendPasswordReset(withEmail:)")
  public nonisolated func sendPasswordReset(
    withEmail email: String, actionCodeSettings: ActionCodeSettings? = nil,
    completion: (((any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await verifyPasswordResetCode(_:)")
  public nonisolated func verifyPasswordResetCode(
    _ code: String, completion: ((String?, (any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await confirmPasswordReset(withCode:newPassword:)")
  public nonisolated func confirmPasswordReset(
    withCode code: String, newPassword: String, completion: (((any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await checkActionCode(_:)")
  public nonisolated func checkActionCode(
    _ code: String, completion: ((ActionCodeInfo?, (any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await applyActionCode(_:)")
  public nonisolated func applyActionCode(_ code: String, completion: (((any Error)?) -> Void)?) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await updateCurrentUser(_:)")
  public nonisolated func updateCurrentUser(_ user: User?, completion: (((any Error)?) -> Void)?) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await revokeToken(withAuthorizationCode:)")
  public nonisolated func revokeToken(
    withAuthorizationCode authorizationCode: String, completion: (((any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await initializeRecaptchaConfig()")
  public nonisolated func initializeRecaptchaConfig(completion: (((any Error)?) -> Void)?) {}

  /// Is unavailable, because `signIn(with:)` returns the same data.
  @available(*, unavailable, message: "use try await signIn(with:)")
  public nonisolated func signInAndRetrieveData(with credential: any AuthCredential) {}
}

extension User {
  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await getIDToken()")
  public func getIDToken(completion: ((String?, (any Error)?) -> Void)?) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await getIDToken(forcingRefresh:)")
  public func getIDTokenForcingRefresh(_ forceRefresh: Bool, completion: ((String?, (any Error)?) -> Void)?) {
  }

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await getIDTokenResult(forcingRefresh:)")
  public func getIDTokenResult(
    forcingRefresh: Bool = false, completion: ((AuthTokenResult?, (any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await reload()")
  public func reload(completion: (((any Error)?) -> Void)?) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await delete()")
  public func delete(completion: (((any Error)?) -> Void)?) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await link(with:)")
  public func link(
    with credential: any AuthCredential, completion: ((AuthDataResult?, (any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await link(with:uiDelegate:)")
  public func link(
    with provider: OAuthProvider, uiDelegate: (any OAuthUIDelegate)?,
    completion: ((AuthDataResult?, (any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await unlink(fromProvider:)")
  public func unlink(fromProvider provider: String, completion: ((User?, (any Error)?) -> Void)?) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await reauthenticate(with:)")
  public func reauthenticate(
    with credential: any AuthCredential, completion: ((AuthDataResult?, (any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await reauthenticate(with:uiDelegate:)")
  public func reauthenticate(
    with provider: OAuthProvider, uiDelegate: (any OAuthUIDelegate)?,
    completion: ((AuthDataResult?, (any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await sendEmailVerification(with:)")
  public func sendEmailVerification(
    with actionCodeSettings: ActionCodeSettings? = nil, completion: (((any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await sendEmailVerification(beforeUpdatingEmail:)")
  public func sendEmailVerification(
    beforeUpdatingEmail newEmail: String, actionCodeSettings: ActionCodeSettings? = nil,
    completion: (((any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await sendEmailVerification(beforeUpdatingEmail:)")
  public func updateEmail(to email: String, completion: (((any Error)?) -> Void)?) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await updatePassword(to:)")
  public func updatePassword(to password: String, completion: (((any Error)?) -> Void)?) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await updatePhoneNumber(_:)")
  public func updatePhoneNumber(_ credential: PhoneAuthCredential, completion: (((any Error)?) -> Void)?) {}

  /// Is unavailable, because `link(with:)` returns the same data.
  @available(*, unavailable, message: "use try await link(with:)")
  public func linkAndRetrieveData(with credential: any AuthCredential) {}
}

extension UserProfileChangeRequest {
  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await commitChanges()")
  public func commitChanges(completion: (((any Error)?) -> Void)?) {}
}

extension MultiFactor {
  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await getSession()")
  public func getSessionWithCompletion(_ completion: ((MultiFactorSession?, (any Error)?) -> Void)?) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await enroll(with:displayName:)")
  public func enroll(
    with assertion: MultiFactorAssertion, displayName: String?, completion: (((any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await unenroll(with:)")
  public func unenroll(with factorInfo: any MultiFactorInfo, completion: (((any Error)?) -> Void)?) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await unenroll(withFactorUID:)")
  public func unenroll(withFactorUID factorUID: String, completion: (((any Error)?) -> Void)?) {}
}

extension MultiFactorResolver {
  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await resolveSignIn(with:)")
  public func resolveSignIn(
    with assertion: MultiFactorAssertion, completion: ((AuthDataResult?, (any Error)?) -> Void)?
  ) {}
}

extension TOTPMultiFactorGenerator {
  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await generateSecret(with:)")
  public static func generateSecret(
    with session: MultiFactorSession, completion: ((TOTPSecret?, (any Error)?) -> Void)?
  ) {}
}

extension TOTPSecret {
  /// Is unavailable, because there is no user interface.
  @available(*, unavailable, message: "open the address yourself, or show it as a QR code")
  public func openInOTPApp(withQRCodeURL qrCodeURL: String) {}
}

extension PhoneAuthProvider {
  /// Is unavailable, because there is no default app.
  @available(*, unavailable, message: "use PhoneAuthProvider.provider(auth:)")
  public static func provider() -> PhoneAuthProvider { fatalError("unavailable") }

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await verifyPhoneNumber(_:uiDelegate:multiFactorSession:)")
  public func verifyPhoneNumber(
    _ phoneNumber: String, uiDelegate: (any AuthUIDelegate)? = nil,
    multiFactorSession: MultiFactorSession? = nil, completion: ((String?, (any Error)?) -> Void)?
  ) {}

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await verifyPhoneNumber(with:uiDelegate:multiFactorSession:)")
  public func verifyPhoneNumber(
    with phoneMultiFactorInfo: PhoneMultiFactorInfo, uiDelegate: (any AuthUIDelegate)? = nil,
    multiFactorSession: MultiFactorSession?, completion: ((String?, (any Error)?) -> Void)?
  ) {}
}

extension OAuthProvider {
  /// Is unavailable, because there is no default app.
  @available(*, unavailable, message: "use OAuthProvider(providerID:auth:)")
  public init(providerID: String) { fatalError("unavailable") }

  /// Is unavailable, because there is no default app.
  @available(*, unavailable, message: "use OAuthProvider(providerID:auth:)")
  public static func provider(providerID: String) -> OAuthProvider { fatalError("unavailable") }

  /// Is unavailable, because calls are async.
  @available(*, unavailable, message: "use try await credential(with:)")
  public func getCredentialWith(
    _ uiDelegate: (any OAuthUIDelegate)?, completion: ((OAuthCredential?, (any Error)?) -> Void)?
  ) {}
}

extension ActionCodeSettings {
  /// Is unavailable, because Dynamic Links have ended.
  @available(*, unavailable, message: "use linkDomain, a domain of Firebase Hosting")
  public var dynamicLinkDomain: String? {
    get { nil }
    set {}
  }
}

extension AuthAPNSTokenType {
  /// Is unavailable, because there is no provisioning profile to ask.
  @available(*, unavailable, message: "use .sandbox for a development build, or .prod")
  public static var unknown: AuthAPNSTokenType { fatalError("unavailable") }
}

extension AuthErrorCode {
  /// Is unavailable, because calls throw an error that has a code.
  @available(
    *, unavailable, message: "use catch let error as AuthError where error.code == .secondFactorRequired"
  )
  public var code: AuthErrorCode { self }
}
