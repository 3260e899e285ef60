import AuthClient
import LocalAuthServer

/// The guide to phone numbers: have a code sent, sign in with it, and again with a fictional number.
@Sendable func phoneGuide() async throws {
  let server = try LocalServer()
  let auth = server.auth()
  let phoneNumber = "+1 650-555-0123"

  auth.languageCode = "fr"
  let verificationID = try await PhoneAuthProvider.provider(auth: auth)
    .verifyPhoneNumber(phoneNumber, uiDelegate: nil)
  let verificationCode = try server.smsCode(to: "+16505550123")
  let credential = PhoneAuthProvider.provider(auth: auth).credential(
    withVerificationID: verificationID, verificationCode: verificationCode)
  let authResult = try await auth.signIn(with: credential)
  try expect(authResult.user.phoneNumber == "+16505550123")
  try await auth.signOut()

  // A fictional number, as in the guide's integration tests.
  let fictional = "+16505553434"
  let testVerificationCode = "654321"
  auth.settings.isAppVerificationDisabledForTesting = true
  let fictionalID = try await PhoneAuthProvider.provider(auth: auth)
    .verifyPhoneNumber(fictional, uiDelegate: nil)
  let fictionalCredential = PhoneAuthProvider.provider(auth: auth).credential(
    withVerificationID: fictionalID, verificationCode: testVerificationCode)
  try await auth.signIn(with: fictionalCredential)
  try expect(auth.currentUser?.phoneNumber == fictional)
}
