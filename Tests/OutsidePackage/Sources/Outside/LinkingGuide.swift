import AuthClient
import LocalAuthServer

/// The guide to several providers of one account: link, be refused, unlink.
@Sendable func linkingGuide() async throws {
  let server = try LocalServer()
  let auth = server.auth()
  let user = try await auth.createUser(withEmail: "kim@example.com", password: "secret-1").user

  let provider = PhoneAuthProvider.provider(auth: auth)
  let id = try await provider.verifyPhoneNumber("+16505550123")
  let credential = provider.credential(
    withVerificationID: id, verificationCode: try server.smsCode(to: "+16505550123"))
  let authResult = try await user.link(with: credential)
  try expect(authResult.user.providerData.map(\.providerID).sorted() == ["password", "phone"])

  // Another account has the number now: its credential signs in to that one.
  let other = server.auth()
  try await other.signInAnonymously()
  let otherProvider = PhoneAuthProvider.provider(auth: other)
  let otherID = try await otherProvider.verifyPhoneNumber("+16505550123")
  do {
    try await other.currentUser?.link(
      with: otherProvider.credential(
        withVerificationID: otherID, verificationCode: try server.smsCode(to: "+16505550123")))
    try expect(false)
  } catch let error as AuthError where error.code == .credentialAlreadyInUse {
    let result = try await other.signIn(with: try found(error.updatedCredential))
    try expect(result.user.uid == user.uid)
  }

  let unlinked = try await auth.currentUser?.unlink(fromProvider: PhoneAuthProvider.id)
  try expect(unlinked?.providerData.map(\.providerID) == ["password"])
}
