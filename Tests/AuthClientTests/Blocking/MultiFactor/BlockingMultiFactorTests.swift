import AuthClient
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// Second factors in the library, against canned answers.
@Suite struct BlockingMultiFactorTests {
  private let clock = TestClock()
  private let path = "/identitytoolkit.googleapis.com/v2/accounts/"

  private func auth(_ transport: TransportStub, isSignedIn: Bool = true) throws -> BlockingAuth {
    let backend = Backend(
      endpoint: .embedded, apiKey: "k", project: "demo-usher", transport: transport, pause: { _ in })
    var user = UserRecord(
      tokens: Tokens(
        idToken: try IDToken(TokenFixture.phone()), refreshToken: "r1", expiresAt: clock.now + 3600))
    user.account.providers = ["google.com"]
    return BlockingAuth(backend: backend, currentUser: isSignedIn ? user : nil, now: { [clock] in clock.now })
  }

  private func body(_ request: HTTPRequest?) -> JSONValue? {
    request.flatMap { try? JSONValue(parsing: $0.body) }
  }

  private func tokens(uid: String = "u1", at time: Int = 1_800_000_010) -> TransportStub.Answer {
    .json(#"{"idToken":"\#(TokenFixture.phone(uid: uid, at: time))","refreshToken":"r2"}"#)
  }

  private func account(uid: String = "u1", factors: String = "[]") -> TransportStub.Answer {
    .json(#"{"users":[{"localId":"\#(uid)","email":"kim@example.com","mfaInfo":\#(factors)}]}"#)
  }

  @Test func aFirstFactorGivesTheResolverAndNoUser() throws {
    let transport = TransportStub(
      .json(
        #"""
        {"mfaPendingCredential":"c","mfaInfo":[
        {"mfaEnrollmentId":"f1","displayName":"work","enrolledAt":"2027-01-15T08:00:00.000Z","phoneInfo":"+1******3434"},
        {"mfaEnrollmentId":"f2","totpInfo":{}},{"mfaEnrollmentId":"f3","palmInfo":{}},{"totpInfo":{}}]}
        """#))
    let auth = try auth(transport, isSignedIn: false)
    let result = try auth.signIn(with: .password(email: "kim@example.com", password: "x"))
    guard case .secondFactorRequired(let resolver) = result else {
      Issue.record("signed in without the second factor")
      return
    }
    #expect(
      resolver
        == ResolverRecord(
          pendingCredential: "c",
          hints: [
            EnrolledFactor(
              uid: "f1", type: .phone, displayName: "work", phoneNumber: "+1******3434",
              enrolledAt: Date(rfc3339: "2027-01-15T08:00:00.000Z")),
            EnrolledFactor(uid: "f2", type: .totp), EnrolledFactor(uid: "f3", type: .unsupported),
          ], additional: AdditionalUserInfo(isNewUser: false, providerID: "password")))
    #expect(auth.currentUser == nil)
  }

  @Test func eachAssertionKnowsHowToFinishASignIn() throws {
    let resolver = ResolverRecord(pendingCredential: "c", hints: [])
    let transport = TransportStub(tokens(), account(), tokens(), account())
    let auth = try auth(transport, isSignedIn: false)
    let result = try auth.resolveSignIn(
      resolver,
      with: PhoneMultiFactorGenerator.assertion(
        with: PhoneAuthCredential(verificationID: "s1", code: "654321")))
    guard case .signedIn(let user, _) = result else {
      Issue.record("another factor is required")
      return
    }
    #expect(user.uid == "u1" && user.email == "kim@example.com" && user.tokens.refreshToken == "r2")
    // The answer does not say how long the token lasts; the token does.
    #expect(user.tokens.expiresAt == Date(timeIntervalSince1970: 1_800_003_610))
    #expect(auth.currentUser == user)
    _ = try auth.resolveSignIn(
      resolver,
      with: TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: "f2", oneTimePassword: "123456"))
    #expect(
      transport.requests.map(\.path).filter { $0.contains("mfa") } == [
        path + "mfaSignIn:finalize", path + "mfaSignIn:finalize",
      ])
    #expect(
      body(transport.requests[0])
        == ["mfaPendingCredential": "c", "phoneVerificationInfo": ["code": "654321", "sessionInfo": "s1"]])
    #expect(
      body(transport.requests[2])
        == [
          "mfaEnrollmentId": "f2", "mfaPendingCredential": "c",
          "totpVerificationInfo": ["verificationCode": "123456"],
        ])
  }

  @Test func aNumberMayBeAFirstFactorToo() throws {
    let transport = TransportStub(
      .json(#"{"mfaPendingCredential":"c","mfaInfo":[{"mfaEnrollmentId":"f2","totpInfo":{}}]}"#))
    let result = try auth(transport, isSignedIn: false).signIn(
      with: .phone(.init(verificationID: "s1", code: "654321")))
    #expect(
      result
        == .secondFactorRequired(
          ResolverRecord(
            pendingCredential: "c", hints: [EnrolledFactor(uid: "f2", type: .totp)],
            additional: AdditionalUserInfo(isNewUser: false, providerID: "phone"))))
  }

  @Test func theSecondFactorGivesWhatTheFirstWouldHave() throws {
    let first = #"""
      {"providerId":"google.com","isNewUser":true,"rawUserInfo":"{\"sub\":\"g1\"}","oauthIdToken":"i1",
      "mfaPendingCredential":"c","mfaInfo":[{"mfaEnrollmentId":"f2","totpInfo":{}}]}
      """#
    let transport = TransportStub(
      .json(first), tokens(), account(), .json(first), tokens(), account())
    let credential = OAuthCredential(providerID: "google.com", idToken: "i1")
    let assertion = TOTPMultiFactorGenerator.assertionForSignIn(
      withEnrollmentID: "f2", oneTimePassword: "123456")
    let told = AdditionalUserInfo(
      isNewUser: true, providerID: "google.com", providerProfile: ["sub": "g1"], credential: credential)

    let signingIn = try auth(transport, isSignedIn: false)
    guard case .secondFactorRequired(let resolver) = try signingIn.signIn(with: .oauth(credential)) else {
      Issue.record("signed in without the second factor")
      return
    }
    let result = try signingIn.resolveSignIn(resolver, with: assertion)
    #expect(result == .signedIn(try #require(signingIn.currentUser), told))

    let reauthenticating = try auth(transport)
    guard
      case .secondFactorRequired(let resolver) = try reauthenticating.reauthenticate(with: .oauth(credential))
    else {
      Issue.record("re-authenticated without the second factor")
      return
    }
    let again = try reauthenticating.resolveReauthentication(resolver, with: assertion)
    #expect(again == .signedIn(try #require(reauthenticating.currentUser), told))
  }

  @Test func eachAssertionKnowsHowToFinishAnEnrollment() throws {
    let transport = TransportStub(
      tokens(), account(factors: #"[{"mfaEnrollmentId":"f1","totpInfo":{}}]"#), tokens(), account())
    let auth = try auth(transport)
    let user = try auth.enroll(
      with: TOTPMultiFactorGenerator.assertionForEnrollment(sessionInfo: "s1", oneTimePassword: "123456"),
      displayName: "pixel")
    #expect(user.factors == [EnrolledFactor(uid: "f1", type: .totp)])
    #expect(user.tokens.refreshToken == "r2")
    _ = try auth.enroll(
      with: PhoneMultiFactorGenerator.assertion(
        with: PhoneAuthCredential(verificationID: "s2", code: "654321")), displayName: nil)
    #expect(transport.requests[0].path == path + "mfaEnrollment:finalize")
    #expect(
      body(transport.requests[0])
        == [
          "displayName": "pixel", "idToken": .string(TokenFixture.phone()),
          "totpVerificationInfo": ["sessionInfo": "s1", "verificationCode": "123456"],
        ])
    #expect(
      body(transport.requests[2])
        == [
          "idToken": .string(TokenFixture.phone(at: 1_800_000_010)),
          "phoneVerificationInfo": ["code": "654321", "sessionInfo": "s2"],
        ])
  }

  @Test func anotherAccountsProofLeavesTheSessionAlone() throws {
    let resolver = ResolverRecord(pendingCredential: "c", hints: [])
    let assertion = PhoneMultiFactorGenerator.assertion(
      with: PhoneAuthCredential(verificationID: "s1", code: "654321"))
    let reauthenticating = try auth(TransportStub(tokens(uid: "u2"), account(uid: "u2")))
    #expect(throws: AuthFailure.userMismatch) {
      try reauthenticating.resolveReauthentication(resolver, with: assertion)
    }
    #expect(reauthenticating.currentUser?.tokens.refreshToken == "r1")
    let enrolling = try auth(TransportStub(tokens(uid: "u2")))
    #expect(throws: AuthFailure.malformedAnswer(status: 200, reason: "another account's token")) {
      try enrolling.enroll(with: assertion, displayName: nil)
    }
    #expect(enrolling.currentUser?.tokens.refreshToken == "r1")
  }

  @Test func anAnswerWithoutATokenSignsNobodyIn() throws {
    let auth = try auth(TransportStub(.json("{}")), isSignedIn: false)
    #expect(throws: AuthFailure.malformedAnswer(status: 200, reason: "no ID token")) {
      try auth.resolveSignIn(
        ResolverRecord(pendingCredential: "c", hints: []),
        with: PhoneMultiFactorGenerator.assertion(
          with: PhoneAuthCredential(verificationID: "s1", code: "654321")))
    }
    #expect(auth.currentUser == nil)
  }

  @Test func aFactorIsRemovedAndTheTokensAreTheNewOnes() throws {
    // A token that is refused is renewed, unless that is refused too.
    let refused = TransportStub.Answer.json(#"{"error":{"message":"TOKEN_EXPIRED"}}"#, status: 400)
    let transport = TransportStub(tokens(), account(), refused, refused)
    let auth = try auth(transport)
    #expect(try auth.unenroll(factor: "f1").tokens.refreshToken == "r2")
    #expect(transport.requests[0].path == path + "mfaEnrollment:withdraw")
    #expect(
      body(transport.requests[0]) == ["idToken": .string(TokenFixture.phone()), "mfaEnrollmentId": "f1"])
    #expect(throws: AuthFailure.refused(ServerError(.tokenExpired))) { try auth.unenroll(factor: "f2") }
    #expect(auth.currentUser == nil)
  }

  @Test(arguments: [
    (
      PhoneMultiFactorGenerator.assertion(with: .init(verificationID: "", code: "1")),
      AuthFailure.missingVerificationID
    ),
    (
      PhoneMultiFactorGenerator.assertion(with: .init(verificationID: "s", code: "")),
      .missingVerificationCode
    ),
    (
      TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: "f", oneTimePassword: ""),
      .missingVerificationCode
    ),
  ])
  func emptyWordsAreNeverSent(_ assertion: MultiFactorAssertion, _ error: AuthFailure) throws {
    let auth = try auth(TransportStub())
    #expect(throws: error) {
      try auth.resolveSignIn(ResolverRecord(pendingCredential: "c", hints: []), with: assertion)
    }
    let enrolling = TOTPMultiFactorGenerator.assertionForEnrollment(sessionInfo: "s", oneTimePassword: "")
    #expect(throws: AuthFailure.missingVerificationCode) {
      try auth.enroll(with: enrolling, displayName: nil)
    }
  }
}
