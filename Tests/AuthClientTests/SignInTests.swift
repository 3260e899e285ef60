import AuthClient
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite struct SignInTests {
  private let harness: ClientHarness
  private var auth: Auth { harness.auth }

  init() throws {
    harness = try ClientHarness()
  }

  @Test func aPhoneNumberSignsIn() async throws {
    #expect(auth.currentUser == nil)
    let result = try await harness.signInByPhone()
    #expect(result.user.phoneNumber == ClientHarness.number)
    #expect(result.user.providerData == [try #require(UserInfo.phone(ClientHarness.number))])
    #expect(!result.user.isAnonymous)
    #expect(result.additionalUserInfo.isNewUser)
    #expect(result.additionalUserInfo.providerID == "phone")
    #expect(result.user.metadata.creationDate == harness.clock.now)
    #expect(auth.currentUser === result.user)
    #expect(try await harness.signInByPhone().additionalUserInfo.isNewUser == false)
  }

  @Test func aWrongCodeIsExplainedAndCanBeTriedAgain() async throws {
    let provider = PhoneAuthProvider.provider(auth: auth)
    let id = try await provider.verifyPhoneNumber("+1 415 555 0100")
    let right = try harness.lastCode(to: ClientHarness.number)
    let wrong = right == "000000" ? "111111" : "000000"
    let refused = try await error {
      try await auth.signIn(with: provider.credential(withVerificationID: id, verificationCode: wrong))
    }
    #expect(refused.code == .invalidVerificationCode)
    #expect(refused.serverCode == "INVALID_CODE")
    #expect(refused.code.name == "auth/invalid-verification-code")
    #expect(auth.currentUser == nil)
    try await auth.signIn(with: provider.credential(withVerificationID: id, verificationCode: right))
    #expect(auth.currentUser != nil)
  }

  @Test func callsAtTheSameTimeShareOneSMS() async throws {
    let provider = PhoneAuthProvider.provider(auth: auth)
    let ids = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { try await provider.verifyPhoneNumber(ClientHarness.number) } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
    #expect(try harness.server.messages(to: ClientHarness.number).count == 1)
    // Another number, and whoever asks for another, gets one.
    let other = try await provider.verifyPhoneNumber("+14155550111")
    let again = try await provider.verifyPhoneNumber(ClientHarness.number, resend: true)
    #expect(ids.union([other, again]).count == 3)
    #expect(try await provider.verifyPhoneNumber(ClientHarness.number) == again)
    harness.clock.advance(60)
    #expect(try await provider.verifyPhoneNumber(ClientHarness.number) != again)
    #expect(try harness.server.messages(to: ClientHarness.number).count == 3)
  }

  @Test func aCodeThatWasUsedStandsNoLonger() async throws {
    let provider = PhoneAuthProvider.provider(auth: auth)
    let id = try await provider.verifyPhoneNumber(ClientHarness.number)
    let wrong = provider.credential(withVerificationID: id, verificationCode: "000000")
    #expect(try await code { try await auth.signIn(with: wrong) } == .invalidVerificationCode)
    #expect(try await provider.verifyPhoneNumber(ClientHarness.number) == id)
    try await harness.signInByPhone()
    try await auth.signOut()
    #expect(try await provider.verifyPhoneNumber(ClientHarness.number) != id)
  }

  @Test func aCodeThatWasAnothersStandsNoLonger() async throws {
    try await harness.signInByPhone()
    try await auth.signOut()
    let user = try await auth.signInAnonymously().user
    harness.clock.advance(60)
    let credential = try await harness.phoneCredential()
    #expect(try await code { try await user.link(with: credential) } == .credentialAlreadyInUse)
    _ = try await PhoneAuthProvider.provider(auth: auth).verifyPhoneNumber(ClientHarness.number)
    #expect(try harness.server.messages(to: ClientHarness.number).count == 3)
  }

  @Test func emptyWordsAndNoNumbersAreRefusedUnsent() async throws {
    let provider = PhoneAuthProvider.provider(auth: auth)
    #expect(try await code { try await provider.verifyPhoneNumber("") } == .missingPhoneNumber)
    let unfinished = try await error { try await provider.verifyPhoneNumber("4155550100") }
    #expect(unfinished.code == .invalidPhoneNumber)
    #expect(unfinished.message == "the phone number has no country code")
    for (id, word, expected) in [
      ("", "123456", AuthErrorCode.missingVerificationID), ("id", "", .missingVerificationCode),
    ] {
      let credential = provider.credential(withVerificationID: id, verificationCode: word)
      #expect(try await code { try await auth.signIn(with: credential) } == expected)
    }
    #expect(try await code { try await auth.signIn(withEmail: "", password: "x") } == .missingEmail)
    #expect(
      try await code { try await auth.signIn(withEmail: "a@b.example", password: "") } == .wrongPassword)
    #expect(
      try await code { try await auth.createUser(withEmail: "a@b.example", password: "") } == .weakPassword)
    #expect(
      try await code { try await auth.signIn(withEmail: "a@b.example", link: "no link") }
        == .invalidActionCode)
    #expect(harness.transport.requests.isEmpty)
  }

  @Test func aMailedLinkSignsIn() async throws {
    var settings = ActionCodeSettings(url: URL(string: "http://localhost/done?cart=1"))
    settings.setAndroidPackageName("com.example", installIfNotAvailable: true, minimumVersion: "12")
    settings.setIOSBundleID("com.example.ios")
    try await auth.sendSignInLink(toEmail: ClientHarness.email, actionCodeSettings: settings)
    let link = try harness.lastLink(to: ClientHarness.email)
    #expect(auth.isSignIn(withEmailLink: link))
    #expect(!auth.isSignIn(withEmailLink: "http://localhost/done"))
    let url = try #require(ActionCodeURL(link: link))
    #expect(url.operation == .emailLink)
    #expect(url.continueURL == URL(string: "http://localhost/done?cart=1"))
    #expect(
      try await code { try await auth.signIn(withEmail: "lee@example.com", link: link) } == .invalidEmail)
    let user = try await auth.signIn(withEmail: ClientHarness.email, link: link).user
    #expect(user.isEmailVerified)
    #expect(
      try await code { try await auth.signIn(withEmail: ClientHarness.email, link: link) }
        == .invalidActionCode)
  }

  @Test func settingsWithoutAnAddressAreRefused() async throws {
    var settings = ActionCodeSettings()
    #expect(
      try await code {
        try await auth.sendSignInLink(toEmail: ClientHarness.email, actionCodeSettings: settings)
      } == .missingContinueURI)
    settings.handleCodeInApp = true
    #expect(
      try await code {
        try await auth.sendPasswordReset(withEmail: ClientHarness.email, actionCodeSettings: settings)
      } == .missingContinueURI)
  }

  @Test func passwordsSignInAndAreReset() async throws {
    let created = try await auth.createUser(withEmail: ClientHarness.email, password: "secret-1")
    #expect(created.additionalUserInfo.isNewUser)
    #expect(
      try await code { try await auth.createUser(withEmail: ClientHarness.email, password: "secret-1") }
        == .emailAlreadyInUse)
    #expect(
      try await code { try await auth.signIn(withEmail: ClientHarness.email, password: "wrong-1") }
        == .invalidCredential)
    try await auth.sendPasswordReset(withEmail: ClientHarness.email)
    let link = try #require(ActionCodeURL(link: try harness.lastLink(to: ClientHarness.email)))
    #expect(link.operation == .passwordReset)
    #expect(try await auth.verifyPasswordResetCode(link.code) == ClientHarness.email)
    try await auth.confirmPasswordReset(withCode: link.code, newPassword: "secret-2")
    #expect(try await code { try await auth.verifyPasswordResetCode(link.code) } == .invalidActionCode)
    let user = try await auth.signIn(withEmail: ClientHarness.email, password: "secret-2").user
    #expect(user.uid == created.user.uid)
  }

  @Test func anonymousUsersKeepTheirUidWhenTheyLink() async throws {
    let anonymous = try await auth.signInAnonymously().user
    #expect(anonymous.isAnonymous)
    let again = try await auth.signInAnonymously()
    #expect(again.user === anonymous)
    #expect(!again.additionalUserInfo.isNewUser)
    let linked = try await anonymous.link(with: try await harness.phoneCredential())
    #expect(linked.user === anonymous)
    #expect(!anonymous.isAnonymous)
    #expect(
      try await code { try await anonymous.link(with: try await harness.phoneCredential()) }
        == .providerAlreadyLinked)
    #expect(try await code { try await anonymous.unlink(fromProvider: "google.com") } == .noSuchProvider)
  }

  @Test func aCredentialOfAnotherAccountSignsInToThatOne() async throws {
    let first = try await harness.signInByPhone().user.uid
    try await auth.signOut()
    let other = try await auth.createUser(withEmail: ClientHarness.email, password: "secret-1").user
    let refused = try await error { try await other.link(with: try await harness.phoneCredential()) }
    #expect(refused.code == .credentialAlreadyInUse)
    #expect(auth.currentUser === other)
    let credential = try #require(refused.updatedCredential)
    #expect(credential.provider == "phone")
    #expect(try await auth.signIn(with: credential).user.uid == first)
  }

  @Test func customTokensSignIn() async throws {
    let token = try harness.customToken(uid: "robot", claims: ["level": 3])
    let user = try await auth.signIn(withCustomToken: token).user
    #expect(user.uid == "robot")
    let result = try await user.getIDTokenResult()
    #expect(result.signInProvider == "custom")
    #expect(result.claims["level"] as? Int == 3)
    #expect(result.authDate == harness.clock.now)
    #expect(result.expirationDate == harness.clock.now + 3600)
    #expect(try await code { try await auth.signIn(withCustomToken: "x") } == .invalidCustomToken)
  }

  @Test func foreignCredentialsAreRefused() async throws {
    struct Homemade: AuthCredential {
      let provider = "phone"
    }
    #expect(try await code { try await auth.signIn(with: Homemade()) } == .invalidCredential)
    #expect(harness.transport.requests.isEmpty)
  }

  @Test func signInMethodsAreToldWhereTheProjectDoesNotHideThem() async throws {
    try await auth.createUser(withEmail: ClientHarness.email, password: "secret-1")
    #expect(try await auth.fetchSignInMethods(forEmail: ClientHarness.email).isEmpty)
    try harness.endEnumerationProtection()
    let methods = try await auth.fetchSignInMethods(forEmail: ClientHarness.email)
    #expect(methods == [.emailPassword])
    #expect(try await auth.fetchSignInMethods(forEmail: "lee@example.com").isEmpty)
  }

  @Test(arguments: ["127.0.0.1/x", "127.0.0.1#", "127.0.0.1?x=", "user@127.0.0.1", "localhost:9099", ""])
  func whatIsNoHostIsNeverAsked(host: String) async throws {
    let auth = Auth(ClientHarness.options)
    auth.useEmulator(withHost: host, port: 9)
    #expect(try await code { try await auth.signInAnonymously() } == .invalidArgument)
    auth.useEmulator(withHost: "127.0.0.1", port: 99999)
    #expect(try await code { try await auth.signInAnonymously() } == .invalidArgument)
  }

  @Test func theNetworkIsToldFromRefusals() async throws {
    harness.transport.fail(.nameNotResolved(host: "identitytoolkit.googleapis.com"))
    let failed = try await error { try await auth.signInAnonymously() }
    #expect(failed.code == .networkError)
    let problem = try #require(failed.underlyingError as? NetworkProblem)
    #expect(problem.kind == .nameNotResolved)
    #expect(
      failed.description
        == "auth/network-request-failed: cannot find the server identitytoolkit.googleapis.com")
  }
}
