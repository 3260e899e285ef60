import IdentityToolkit

extension SignInWithIdp.Response {
  /// Everything that the provider said.
  init(_ assertion: IdpAssertion, under policy: Policy) {
    self.init()
    let identity = assertion.identity
    providerId = identity.provider
    federatedId = assertion.federatedID
    email = identity.email?.text
    emailVerified = assertion.isEmailVerified
    displayName = identity.displayName
    fullName = identity.displayName
    firstName = assertion.firstName
    lastName = assertion.lastName
    screenName = identity.screenName
    photoUrl = identity.photoURL
    rawUserInfo = assertion.rawUserInfo
    oauthIdToken = assertion.credential.idToken
    oauthAccessToken = assertion.credential.accessToken
    // Some SDKs make a credential of nothing else.
    if !policy.serviceAnswers, oauthAccessToken == nil {
      oauthAccessToken = "FirebaseAuthEmulatorFakeAccessToken_\(identity.provider)"
    }
  }
}
