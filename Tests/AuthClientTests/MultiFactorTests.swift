import AuthClient
import Essentials
import LocalAuthServer
import TestSupport
import Testing

@Suite struct MultiFactorTests {
  private let harness: ClientHarness
  private var auth: Auth { harness.auth }

  init() throws {
    harness = try ClientHarness()
  }

  /// What a sign-in by password asks for.
  private func resolver() async throws -> MultiFactorResolver {
    let refused = try await error {
      try await auth.signIn(withEmail: ClientHarness.email, password: "secret-1")
    }
    #expect(refused.code == .secondFactorRequired)
    return try #require(refused.multiFactorResolver)
  }

  @Test func anAuthenticatorAppIsEnrolledAndSignsIn() async throws {
    let (secret, user) = try await harness.enrollTOTP()
    #expect(secret.codeLength == 6)
    #expect(secret.codeIntervalSeconds == 30)
    #expect(secret.hashingAlgorithm == "SHA1")
    #expect(
      secret.generateQRCodeURL(withAccountName: "kim", issuer: "demo")
        == "otpauth://totp/demo:kim?secret=\(secret.sharedSecretKey())&issuer=demo")
    #expect(user.multiFactor.enrolledFactors.map(\.factorID) == [.totp])
    #expect(user.multiFactor.enrolledFactors.map(\.displayName) == ["Phone app"])

    try await auth.signOut()
    let resolver = try await resolver()
    #expect(auth.currentUser == nil)
    let hint = try #require(resolver.hints.first as? TOTPMultiFactorInfo)
    #expect(resolver.hints.count == 1)
    let wrong = TOTPMultiFactorGenerator.assertionForSignIn(
      withEnrollmentID: hint.uid, oneTimePassword: try harness.code(of: secret) == "000000" ? "1" : "000000")
    #expect(try await code { try await resolver.resolveSignIn(with: wrong) } == .invalidVerificationCode)
    let assertion = TOTPMultiFactorGenerator.assertionForSignIn(
      withEnrollmentID: hint.uid, oneTimePassword: try harness.code(of: secret))
    #expect(assertion.factorID == TOTPMultiFactorGenerator.factorID)
    let result = try await resolver.resolveSignIn(with: assertion)
    #expect(result.user.uid == user.uid)
    #expect(result.additionalUserInfo.providerID == "password")
    #expect(try await result.user.getIDTokenResult().signInSecondFactor == "totp")
  }

  @Test func aPhoneIsEnrolledAndSignsIn() async throws {
    let user = try await harness.verifiedUser()
    let provider = PhoneAuthProvider.provider(auth: auth)
    let session = try await user.multiFactor.getSession()
    let id = try await provider.verifyPhoneNumber(ClientHarness.number, multiFactorSession: session)
    let credential = provider.credential(
      withVerificationID: id, verificationCode: try harness.lastCode(to: ClientHarness.number))
    try await user.multiFactor.enroll(
      with: PhoneMultiFactorGenerator.assertion(with: credential), displayName: "Mobile")
    let factor = try #require(user.multiFactor.enrolledFactors.first as? PhoneMultiFactorInfo)
    #expect(factor.phoneNumber == ClientHarness.number)

    try await auth.signOut()
    let resolver = try await resolver()
    let hint = try #require(resolver.hints.first as? PhoneMultiFactorInfo)
    #expect(hint.phoneNumber.hasSuffix("0100") && hint.phoneNumber != ClientHarness.number)
    let sent = try await provider.verifyPhoneNumber(
      with: hint, uiDelegate: nil, multiFactorSession: resolver.session)
    let proof = PhoneMultiFactorGenerator.assertion(
      with: provider.credential(
        withVerificationID: sent, verificationCode: try harness.lastCode(to: ClientHarness.number)))
    #expect(proof.factorID == .phone)
    let back = try await resolver.resolveSignIn(with: proof).user
    #expect(back.uid == user.uid)

    try await back.multiFactor.unenroll(with: factor)
    #expect(back.multiFactor.enrolledFactors.isEmpty)
    #expect(
      try await code { try await back.multiFactor.unenroll(withFactorUID: factor.uid) }
        == .multiFactorInfoNotFound)
  }

  /// The providers of Firebase, and a project's own of both kinds.
  @Test(arguments: [
    "google.com", "apple.com", "facebook.com", "github.com", "microsoft.com", "twitter.com", "yahoo.com",
    "linkedin.com", "oidc.corp", "saml.corp",
  ])
  func everyProviderIsAFirstFactor(_ id: String) async throws {
    let clock = ManualClock()
    let server = try LocalServer(rules: .strict, clock: { clock.now })
    let auth = server.auth()
    let provider = OAuthProvider(providerID: id, auth: auth)
    let person = Visitor { page in
      try server.answerProviderPage(page, as: ["sub": "k-1", "email": ClientHarness.email])
    }
    let user = try await auth.signIn(with: provider, uiDelegate: person).user
    try await user.sendEmailVerification()
    let link = try #require(ActionCodeURL(link: try server.link(to: ClientHarness.email)))
    try await auth.applyActionCode(link.code)
    try await user.reload()
    let secret = try await TOTPMultiFactorGenerator.generateSecret(
      with: try await user.multiFactor.getSession())
    func code() throws -> String { try server.totpCode(secret: secret.sharedSecretKey()) }
    try await user.multiFactor.enroll(
      with: TOTPMultiFactorGenerator.assertionForEnrollment(with: secret, oneTimePassword: try code()),
      displayName: "Phone app")

    try await auth.signOut()
    clock.advance(by: .seconds(30))
    let refused = try await error { try await auth.signIn(with: provider, uiDelegate: person) }
    #expect(refused.code == .secondFactorRequired && auth.currentUser == nil)
    let resolver = try #require(refused.multiFactorResolver)
    let result = try await resolver.resolveSignIn(
      with: TOTPMultiFactorGenerator.assertionForSignIn(
        withEnrollmentID: resolver.hints[0].uid, oneTimePassword: try code()))
    #expect(result.user.uid == user.uid)
    #expect(result.additionalUserInfo.providerID == id)
    let token = try await result.user.getIDTokenResult()
    #expect(token.signInProvider == id && token.signInSecondFactor == "totp")
  }

  private struct Visitor: OAuthUIDelegate {
    let continueURL = URL(string: "http://localhost:8123/callback")!
    let answer: @Sendable (URL) throws -> URL

    func callbackURL(of page: URL) async throws -> URL { try answer(page) }
  }

  @Test func anAuthenticatorAppNeedsAName() async throws {
    let user = try await harness.verifiedUser()
    let session = try await user.multiFactor.getSession()
    let secret = try await TOTPMultiFactorGenerator.generateSecret(with: session)
    let assertion = TOTPMultiFactorGenerator.assertionForEnrollment(
      with: secret, oneTimePassword: try harness.code(of: secret))
    #expect(
      try await code { try await user.multiFactor.enroll(with: assertion, displayName: nil) }
        == .invalidArgument)
  }

  @Test func reauthenticationTakesTheSecondFactorToo() async throws {
    let (secret, user) = try await harness.enrollTOTP()
    let refused = try await error {
      try await user.reauthenticate(
        with: EmailAuthProvider.credential(withEmail: ClientHarness.email, password: "secret-1"))
    }
    let resolver = try #require(refused.multiFactorResolver)
    #expect(auth.currentUser === user)
    harness.clock.advance(30)
    let result = try await resolver.resolveSignIn(
      with: TOTPMultiFactorGenerator.assertionForSignIn(
        withEnrollmentID: resolver.hints[0].uid, oneTimePassword: try harness.code(of: secret)))
    #expect(result.user === user)
    #expect(try await user.getIDTokenResult().authDate == harness.clock.now)
  }

  @Test func anotherAccountDoesNotReauthenticate() async throws {
    try await harness.signInByPhone("+14155550111")
    let user = try await harness.verifiedUser()
    #expect(
      try await code {
        try await user.reauthenticate(with: try await harness.phoneCredential("+14155550111"))
      } == .userMismatch)
    #expect(auth.currentUser === user)
  }

  @Test func aResolverIsOfNoUseElsewhere() async throws {
    let (secret, _) = try await harness.enrollTOTP()
    try await auth.signOut()
    let resolver = try await resolver()
    let assertion = TOTPMultiFactorGenerator.assertionForSignIn(
      withEnrollmentID: resolver.hints[0].uid, oneTimePassword: try harness.code(of: secret))
    let sent = harness.transport.requests.count
    auth.tenantID = "customers"
    #expect(
      try await code { try await resolver.resolveSignIn(with: assertion) } == .invalidMultiFactorSession)
    let other = PhoneAuthProvider.provider(auth: try harness.client())
    #expect(
      try await code {
        try await other.verifyPhoneNumber(ClientHarness.number, multiFactorSession: resolver.session)
      } == .invalidMultiFactorSession)
    #expect(harness.transport.requests.count == sent)
    auth.tenantID = nil
    try await resolver.resolveSignIn(with: assertion)
  }

  @Test func assertionsAndSessionsInTheWrongPlaceAreRefused() async throws {
    let (secret, user) = try await harness.enrollTOTP()
    let enrolling = TOTPMultiFactorGenerator.assertionForEnrollment(with: secret, oneTimePassword: "123456")
    let signingIn = TOTPMultiFactorGenerator.assertionForSignIn(
      withEnrollmentID: "id", oneTimePassword: "123456")
    #expect(
      try await code { try await user.multiFactor.enroll(with: signingIn, displayName: nil) }
        == .invalidArgument)
    let session = try await user.multiFactor.getSession()
    let provider = PhoneAuthProvider.provider(auth: auth)
    try await auth.signOut()
    let resolver = try await resolver()
    #expect(try await code { try await resolver.resolveSignIn(with: enrolling) } == .invalidArgument)
    #expect(
      try await code { try await TOTPMultiFactorGenerator.generateSecret(with: resolver.session) }
        == .invalidMultiFactorSession)
    #expect(
      try await code {
        try await provider.verifyPhoneNumber(ClientHarness.number, multiFactorSession: resolver.session)
      } == .invalidMultiFactorSession)
    // Whose factor it was to become is signed out by now.
    #expect(
      try await code {
        try await provider.verifyPhoneNumber(ClientHarness.number, multiFactorSession: session)
      } == .nullUser)
  }

  @Test func nothingIsSentForAnEnrollmentThatWouldBeRefused() async throws {
    let provider = PhoneAuthProvider.provider(auth: auth)
    func refusal(of user: User) async throws -> AuthErrorCode {
      try await code {
        try await provider.verifyPhoneNumber(
          "+14155550111", multiFactorSession: try await user.multiFactor.getSession())
      }
    }
    let byPhone = try await harness.signInByPhone().user
    #expect(try await refusal(of: byPhone) == .unsupportedFirstFactor)
    let unverified = try await auth.createUser(withEmail: "ann@example.com", password: "secret-1").user
    #expect(try await refusal(of: unverified) == .unverifiedEmail)
    let user = try await harness.enrollTOTP().user
    #expect(
      try await code {
        try await TOTPMultiFactorGenerator.generateSecret(with: try await user.multiFactor.getSession())
      } == .maximumSecondFactorCountExceeded)
    harness.clock.advance(301)
    #expect(try await refusal(of: user) == .requiresRecentLogin)
    #expect(try harness.server.messages(to: "+14155550111").isEmpty)
  }
}
