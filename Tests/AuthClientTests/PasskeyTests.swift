import AuthClient
import LocalAuthServer
import Testing

@Suite struct PasskeyTests {
  private let server: LocalServer
  private let auth: Auth
  private let authenticator = SoftwareAuthenticator()

  init() throws {
    server = try LocalServer()
    auth = server.auth()
  }

  private func signedUp() async throws -> User {
    try await auth.createUser(withEmail: "kim@example.com", password: "a long horse").user
  }

  @Test func aPasskeyIsEnrolledAndSignsIn() async throws {
    let user = try await signedUp()
    let request = try await user.startPasskeyEnrollment(withName: "laptop")
    #expect(request.relyingPartyID == "localhost")
    #expect(request.userName == "laptop")
    #expect(request.timeout == .seconds(300))
    #expect(request.userID.count == 32)
    #expect(request.challenge.count == 32)
    #expect(request.algorithms == [-7, -8, -257])
    #expect(request.excludedCredentialIDs == [])
    #expect(request.userVerification == .required)
    let registration = try authenticator.register(request)
    let enrolled = try await user.finalizePasskeyEnrollment(withPlatformCredential: registration)
    #expect(enrolled.user === user)
    #expect(user.enrolledPasskeys.map(\.name) == ["laptop"])
    #expect(!user.isAnonymous)
    #expect(try await user.getIDTokenResult().signInProvider == "passkey")

    try await auth.signOut()
    let signIn = try await auth.startPasskeySignIn()
    #expect(signIn.allowedCredentialIDs == [])
    let assertion = try authenticator.assert(signIn)
    #expect(assertion.provider == "passkey")
    let result = try await auth.finalizePasskeySignIn(withPlatformCredential: assertion)
    #expect(result.user.uid == user.uid)
    #expect(result.additionalUserInfo.providerID == "passkey")
    #expect(!result.additionalUserInfo.isNewUser)
    // It signs in once.
    let refused = try await error { try await auth.signIn(with: assertion) }
    #expect(refused.code == .invalidCredential)
    #expect(refused.serverCode == "INVALID_AUTHENTICATOR_RESPONSE")

    try await result.user.unenrollPasskey(withCredentialID: result.user.enrolledPasskeys[0].credentialID)
    #expect(result.user.enrolledPasskeys == [])
    let unknown = try await error { try await auth.signIn(withPasskeyOn: authenticator) }
    #expect(unknown.code == .invalidCredential)
  }

  @Test func anAuthenticatorDoesBothSteps() async throws {
    let user = try await signedUp()
    try await user.enrollPasskey(withName: "laptop", on: authenticator)
    // It has one of the account's passkeys.
    let twice = try await error { try await user.enrollPasskey(on: authenticator) }
    #expect(twice.code == .credentialAlreadyInUse)
    try await user.enrollPasskey(withName: "phone", on: SoftwareAuthenticator())
    #expect(user.enrolledPasskeys.map(\.name) == ["laptop", "phone"])
    try await auth.signOut()
    #expect(try await auth.signIn(withPasskeyOn: authenticator).user.uid == user.uid)
    let empty = try await error { try await auth.signIn(withPasskeyOn: SoftwareAuthenticator()) }
    #expect(empty.code == .invalidCredential)
  }

  @Test func aPasskeyReauthenticatesItsOwnUserOnly() async throws {
    let kim = try await signedUp()
    try await kim.enrollPasskey(on: authenticator)
    try await kim.reauthenticate(with: authenticator.assert(try await auth.startPasskeySignIn()))
    let lee = try await auth.createUser(withEmail: "lee@example.com", password: "a long horse").user
    let mismatch = try await error {
      try await lee.reauthenticate(with: authenticator.assert(try await auth.startPasskeySignIn()))
    }
    #expect(mismatch.code == .userMismatch)
    #expect(auth.currentUser === lee)
    // It is enrolled, and not linked.
    let link = try await error {
      try await lee.link(with: authenticator.assert(try await auth.startPasskeySignIn()))
    }
    #expect(link.code == .invalidCredential)
  }

  @Test func anAnonymousUserBecomesAPermanentOne() async throws {
    let user = try await auth.signInAnonymously().user
    try await user.enrollPasskey(on: authenticator)
    #expect(!user.isAnonymous)
    try await auth.signOut()
    #expect(try await auth.signIn(withPasskeyOn: authenticator).user.uid == user.uid)
  }

  private func error(_ call: () async throws -> some Any) async throws -> AuthError {
    do {
      _ = try await call()
    } catch {
      return try #require(error as? AuthError)
    }
    throw AuthError(.internalError, message: "no error")
  }
}
