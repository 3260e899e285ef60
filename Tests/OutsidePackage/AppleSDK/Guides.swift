// Lines of Firebase's guides for Apple platforms that do not compile with this library. Behind each one, a part of what the
// compiler says about it. `.ci/check-library` has the compiler compare them (`-verify`).
import AuthClient
import Foundation

func guides(
  _ auth: Auth, _ user: User, _ phone: PhoneAuthProvider, _ provider: OAuthProvider,
  _ resolver: MultiFactorResolver,
  _ session: MultiFactorSession, _ hint: PhoneMultiFactorInfo, _ assertion: MultiFactorAssertion,
  _ secret: TOTPSecret,
  _ credential: any AuthCredential, _ phoneCredential: PhoneAuthCredential, _ text: String
) {
  var settings = ActionCodeSettings()
  FirebaseApp.configure()
  // expected-error@-1 {{leave it out; make a client and keep it: Auth(apiKey:projectID:)}}
  let currentUser = Auth.auth().currentUser
  // expected-error@-1 {{make a client and keep it: Auth(apiKey:projectID:)}}
  auth.createUser(withEmail: text, password: text) { authResult, error in }
  // expected-error@-1 {{use try await createUser(withEmail:password:)}}
  auth.signIn(withEmail: text, password: text) { authResult, error in }
  // expected-error@-1 {{use try await signIn(withEmail:password:)}}
  auth.signIn(withEmail: text, link: text) { authResult, error in }
  // expected-error@-1 {{use try await signIn(withEmail:link:)}}
  auth.signIn(with: credential) { authResult, error in }
  // expected-error@-1 {{use try await signIn(with:)}}
  auth.signIn(with: provider, uiDelegate: nil) { authResult, error in }
  // expected-error@-1 {{use try await signIn(with:uiDelegate:)}}
  auth.signIn(withCustomToken: text) { authResult, error in }
  // expected-error@-1 {{use try await signIn(withCustomToken:)}}
  auth.signInAnonymously { authResult, error in }
  // expected-error@-1 {{use try await signInAnonymously()}}
  auth.sendSignInLink(toEmail: text, actionCodeSettings: settings) { error in }
  // expected-error@-1 {{use try await sendSignInLink(toEmail:actionCodeSettings:)}}
  auth.fetchSignInMethods(forEmail: text) { authResult, error in }
  // expected-error@-1 {{use try await fetchSignInMethods(forEmail:)}}
  auth.sendPasswordReset(withEmail: text) { error in }
  // expected-error@-1 {{use try await sendPasswordReset(withEmail:)}}
  auth.sendPasswordReset(withEmail: text, actionCodeSettings: settings) { error in }
  // expected-error@-1 {{use try await sendPasswordReset(withEmail:)}}
  auth.verifyPasswordResetCode(text) { authResult, error in }
  // expected-error@-1 {{use try await verifyPasswordResetCode(_:)}}
  auth.confirmPasswordReset(withCode: text, newPassword: text) { error in }
  // expected-error@-1 {{use try await confirmPasswordReset(withCode:newPassword:)}}
  auth.checkActionCode(text) { authResult, error in }
  // expected-error@-1 {{use try await checkActionCode(_:)}}
  auth.applyActionCode(text) { error in }
  // expected-error@-1 {{use try await applyActionCode(_:)}}
  auth.updateCurrentUser(user) { error in }
  // expected-error@-1 {{use try await updateCurrentUser(_:)}}
  auth.revokeToken(withAuthorizationCode: text) { error in }
  // expected-error@-1 {{use try await revokeToken(withAuthorizationCode:)}}
  auth.initializeRecaptchaConfig { error in }
  // expected-error@-1 {{use try await initializeRecaptchaConfig()}}
  user.getIDToken { authResult, error in }
  // expected-error@-1 {{use try await getIDToken()}}
  user.getIDTokenForcingRefresh(true) { authResult, error in }
  // expected-error@-1 {{use try await getIDToken(forcingRefresh:)}}
  user.getIDTokenResult(forcingRefresh: true) { authResult, error in }
  // expected-error@-1 {{use try await getIDTokenResult(forcingRefresh:)}}
  user.reload { error in }
  // expected-error@-1 {{use try await reload()}}
  user.delete { error in }
  // expected-error@-1 {{use try await delete()}}
  user.link(with: credential) { authResult, error in }
  // expected-error@-1 {{use try await link(with:)}}
  user.link(with: provider, uiDelegate: nil) { authResult, error in }
  // expected-error@-1 {{use try await link(with:uiDelegate:)}}
  user.unlink(fromProvider: text) { authResult, error in }
  // expected-error@-1 {{use try await unlink(fromProvider:)}}
  user.reauthenticate(with: credential) { authResult, error in }
  // expected-error@-1 {{use try await reauthenticate(with:)}}
  user.reauthenticate(with: provider, uiDelegate: nil) { authResult, error in }
  // expected-error@-1 {{use try await reauthenticate(with:uiDelegate:)}}
  user.sendEmailVerification { error in }
  // expected-error@-1 {{use try await sendEmailVerification(with:)}}
  user.sendEmailVerification(beforeUpdatingEmail: text) { error in }
  // expected-error@-1 {{use try await sendEmailVerification(beforeUpdatingEmail:)}}
  user.updateEmail(to: text) { error in }
  // expected-error@-1 {{use try await sendEmailVerification(beforeUpdatingEmail:)}}
  user.updatePassword(to: text) { error in }
  // expected-error@-1 {{use try await updatePassword(to:)}}
  user.updatePhoneNumber(phoneCredential) { error in }
  // expected-error@-1 {{use try await updatePhoneNumber(_:)}}
  user.createProfileChangeRequest().commitChanges { error in }
  // expected-error@-1 {{use try await commitChanges()}}
  let phone = PhoneAuthProvider.provider()
  // expected-error@-1 {{use PhoneAuthProvider.provider(auth:)}}
  phone.verifyPhoneNumber(text, uiDelegate: nil) { authResult, error in }
  // expected-error@-1 {{use try await verifyPhoneNumber(_:uiDelegate:multiFactorSession:)}}
  phone.verifyPhoneNumber(text, uiDelegate: nil, multiFactorSession: session) { authResult, error in }
  // expected-error@-1 {{use try await verifyPhoneNumber(_:uiDelegate:multiFactorSession:)}}
  phone.verifyPhoneNumber(with: hint, uiDelegate: nil, multiFactorSession: session) { authResult, error in }
  // expected-error@-1 {{use try await verifyPhoneNumber(with:uiDelegate:multiFactorSession:)}}
  auth.setAPNSToken(Data(), type: .unknown)
  // expected-error@-1 {{use .sandbox for a development build, or .prod}}
  user.multiFactor.getSessionWithCompletion({ (session, error) in })
  // expected-error@-1 {{use try await getSession()}}
  user.multiFactor.getSessionWithCompletion { authResult, error in }
  // expected-error@-1 {{use try await getSession()}}
  user.multiFactor.enroll(with: assertion, displayName: text) { error in }
  // expected-error@-1 {{use try await enroll(with:displayName:)}}
  user.multiFactor.unenroll(with: hint) { error in }
  // expected-error@-1 {{use try await unenroll(with:)}}
  user.multiFactor.unenroll(withFactorUID: text) { error in }
  // expected-error@-1 {{use try await unenroll(withFactorUID:)}}
  resolver.resolveSignIn(with: assertion) { authResult, error in }
  // expected-error@-1 {{use try await resolveSignIn(with:)}}
  TOTPMultiFactorGenerator.generateSecret(with: session) { authResult, error in }
  // expected-error@-1 {{use try await generateSecret(with:)}}
  secret.openInOTPApp(withQRCodeURL: text)
  // expected-error@-1 {{open the address yourself, or show it as a QR code}}
  settings.dynamicLinkDomain = text
  // expected-error@-1 {{use linkDomain, a domain of Firebase Hosting}}
  let microsoft = OAuthProvider(providerID: "microsoft.com")
  // expected-error@-1 {{use OAuthProvider(providerID:auth:)}}
  let apple = OAuthProvider.provider(providerID: "apple.com")
  // expected-error@-1 {{use OAuthProvider(providerID:auth:)}}
  provider.getCredentialWith(nil) { authResult, error in }
  // expected-error@-1 {{use try await credential(with:)}}
}

/// The calls as the guides chain them: each part says what to write.
func chains(_ credential: any AuthCredential, _ text: String) {
  Auth.auth().signIn(with: credential) { authResult, error in
    // expected-error@-1 {{make a client and keep it: Auth(apiKey:projectID:)}}
    // expected-error@-2 {{use try await signIn(with:)}}
    if let error = error {
      let authError = error as NSError
      if authError.code == AuthErrorCode.secondFactorRequired.rawValue {
        _ = authError.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as! MultiFactorResolver
      }
      return
    }
  }
  PhoneAuthProvider.provider().verifyPhoneNumber(text, uiDelegate: nil) { verificationID, error in
    // expected-error@-1 {{use PhoneAuthProvider.provider(auth:)}}
    // expected-error@-2 {{use try await verifyPhoneNumber(_:uiDelegate:multiFactorSession:)}}
    UserDefaults.standard.set(verificationID, forKey: "authVerificationID")
  }
  Auth.auth().currentUser?.link(with: credential) { authResult, error in }
  // expected-error@-1 {{make a client and keep it: Auth(apiKey:projectID:)}}
  // expected-error@-2 {{use try await link(with:)}}
}

/// A sign-out in a function that is not async. The compiler's own note says to make it async.
func signOut(_ auth: Auth) {
  // expected-note@-1 {{add 'async' to function 'signOut' to make it asynchronous}}
  do {
    try auth.signOut()
    // expected-error@-1 {{'async' call in a function that does not support concurrency}}
  } catch let signOutError as NSError {
    print("Error signing out: %@", signOutError)
  }
}

/// A value where Apple's SDK has an object.
func change(_ user: User) {
  let changeRequest = user.createProfileChangeRequest()
  // expected-note@-1 {{change 'let' to 'var' to make it mutable}}
  changeRequest.displayName = "Kim"
  // expected-error@-1 {{cannot assign to property: 'changeRequest' is a 'let' constant}}
}

/// The pattern of the guide to authenticator apps.
func patterns(_ sign: () async throws -> Void) async {
  do {
    try await sign()
  } catch let error as AuthErrorCode where error.code == .secondFactorRequired {
    // expected-error@-1 {{use catch let error as AuthError where error.code == .secondFactorRequired}}
  } catch {}
}
