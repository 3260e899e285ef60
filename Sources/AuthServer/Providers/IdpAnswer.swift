import Essentials
import IdentityToolkit

extension SignInWithIdp.Response {
  /// Creates the answer with all data from the provider.
  init(_ assertion: IdpAssertion, under policy: Policy) {
    self.init()
    let identity = assertion.identity
    if policy.dialect.answersEmptyContext { context = "" }
    providerId = identity.provider
    federatedId = assertion.federatedID
    email = identity.email?.text
    // Firebase's emulator repeats a SAML provider's address as it came.
    if policy.dialect.repeatsAddressOfSAML, let name = assertion.saml?["subject"]?["nameId"]?.string,
      name.asciiLowercased() == email
    {
      email = name
    }
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
    // Some SDKs create a credential only from this value.
    if policy.dialect.makesUpAccessTokens, oauthAccessToken == nil {
      oauthAccessToken = "FirebaseAuthEmulatorFakeAccessToken_\(identity.provider)"
    }
  }
}
