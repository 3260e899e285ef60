import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthClient

/// The library against canned answers; `Flows` run it against the server.
@Suite struct PhoneSignInTests {
  private let clock = TestClock()

  private func auth(_ transport: TransportStub, user: UserRecord? = nil) -> BlockingAuth {
    let backend = Backend(
      endpoint: .embedded, apiKey: "k", project: "demo-usher", transport: transport, pause: { _ in })
    return BlockingAuth(backend: backend, currentUser: user, now: { [clock] in clock.now })
  }

  private func number(_ text: String = "+16505553434") throws -> PhoneNumber { try PhoneNumber(typed: text) }

  @Test func aCodeThatWasSentStandsForAMinuteAndNeverLonger() throws {
    let transport = TransportStub(.json(#"{"sessionInfo":"s1"}"#))
    let sent = try auth(transport).verifyPhoneNumber(number())
    #expect(
      sent
        == PhoneVerification(
          phoneNumber: "+16505553434", verificationID: "s1", sentAt: clock.now, resendAfter: clock.now + 60))
    #expect(sent.stands(at: clock.now) && sent.stands(at: clock.now + 59.9))
    #expect(!sent.stands(at: clock.now + 60))
    #expect(!sent.stands(at: clock.now - 1), "the clock was set back")
  }

  @Test func aCodeSignsInAndTheAccountIsLookedUp() throws {
    let token = TokenFixture.phone()
    let transport = TransportStub(
      .json(
        #"{"idToken":"\#(token)","refreshToken":"r","expiresIn":"3600","localId":"u1","isNewUser":true}"#),
      .json(
        #"""
        {"users":[{"localId":"u1","phoneNumber":"+16505553434","createdAt":"1800000000000",
        "providerUserInfo":[{"providerId":"phone"}],"mfaInfo":[{"mfaEnrollmentId":"f1","totpInfo":{}},{"mfaEnrollmentId":"f2"}]}]}
        """#))
    let auth = auth(transport)
    var changes: [UserRecord?] = []
    auth.onChange = { changes.append($0) }
    let result = try auth.signIn(with: .phone(.init(verificationID: "s1", code: "654321")))

    var user = UserRecord(
      tokens: Tokens(
        idToken: try IDToken(token), refreshToken: "r", expiresAt: Date(timeIntervalSince1970: 1_800_003_600))
    )
    user.phoneNumber = "+16505553434"
    user.providers = ["phone"]
    user.providerData = [try #require(UserInfo(ProviderUserInfo(providerId: "phone")))]
    user.createdAt = Date(timeIntervalSince1970: 1_800_000_000)
    user.factors = [EnrolledFactor(uid: "f1", type: .totp), EnrolledFactor(uid: "f2", type: .unsupported)]
    #expect(result == .signedIn(user, AdditionalUserInfo(isNewUser: true, providerID: "phone")))
    #expect(changes == [user])
    #expect(
      transport.requests.map { String(decoding: $0.body, as: UTF8.self).contains("SIGN_UP_OR_IN") } == [
        true, false,
      ])
  }

  @Test func anAnswerWithoutALifetimeUsesTheTokensOwnExpiry() throws {
    let token = TokenFixture.phone()
    let transport = TransportStub(
      .json(#"{"idToken":"\#(token)","refreshToken":"r"}"#), .json(#"{"users":[{"localId":"u1"}]}"#))
    clock.advance(100)
    guard
      case .signedIn(let user, _) = try auth(transport).signIn(
        with: .phone(.init(verificationID: "s", code: "1")))
    else { return #expect(Bool(false)) }
    #expect(user.tokens.expiresAt == Date(timeIntervalSince1970: 1_800_003_600))
  }

  @Test func aNumberOfAnotherAccountGivesAProofToSignInWith() {
    let transport = TransportStub(.json(#"{"temporaryProof":"p","phoneNumber":"+16505553434"}"#))
    #expect(
      throws: AuthFailure.credentialAlreadyInUse(
        .phone(.init(temporaryProof: "p", phoneNumber: "+16505553434")))
    ) {
      try auth(transport).signIn(with: .phone(.init(verificationID: "s", code: "1")))
    }
  }

  @Test func reauthenticationAsSomebodyElseChangesNothing() throws {
    let mine = UserRecord(
      tokens: Tokens(
        idToken: try IDToken(TokenFixture.phone()), refreshToken: "r", expiresAt: clock.now + 3600))
    let transport = TransportStub(
      .json(#"{"idToken":"\#(TokenFixture.phone(uid: "u2"))","refreshToken":"r2"}"#),
      .json(#"{"users":[{"localId":"u2"}]}"#))
    let auth = auth(transport, user: mine)
    #expect(throws: AuthFailure.userMismatch) {
      try auth.reauthenticate(with: .phone(.init(verificationID: "s", code: "1")))
    }
    #expect(auth.currentUser == mine)
  }

  /// Not every server can be told to make none.
  @Test func anAccountThatAReauthenticationMadeIsTakenBack() throws {
    let mine = UserRecord(
      tokens: Tokens(
        idToken: try IDToken(TokenFixture.phone()), refreshToken: "r", expiresAt: clock.now + 3600))
    let stranger = TokenFixture.phone(uid: "u2")
    for deletion in [TransportStub.Answer.json("{}"), .failure(.timedOut(seconds: 30))] {
      let transport = TransportStub(
        .json(#"{"idToken":"\#(stranger)","refreshToken":"r2","isNewUser":true}"#), deletion)
      let auth = auth(transport, user: mine)
      #expect(throws: AuthFailure.userMismatch) {
        try auth.reauthenticate(with: .phone(.init(verificationID: "s", code: "1")))
      }
      #expect(auth.currentUser == mine)
      let request = try #require(transport.requests.last)
      #expect(request.path.hasSuffix("accounts:delete"))
      #expect(JSONValue(json: request.body) == ["idToken": .string(stranger), "localId": "u2"])
    }
  }

  /// Whatever the server says of it, the account that is signed in is never deleted.
  @Test func theSameAccountIsNeverTakenBack() throws {
    let mine = UserRecord(
      tokens: Tokens(
        idToken: try IDToken(TokenFixture.phone()), refreshToken: "r", expiresAt: clock.now + 3600))
    let transport = TransportStub(
      .json(#"{"idToken":"\#(TokenFixture.phone())","refreshToken":"r2","isNewUser":true}"#),
      .json(#"{"users":[{"localId":"\#(mine.uid)"}]}"#))
    let auth = auth(transport, user: mine)
    _ = try auth.reauthenticate(with: .phone(.init(verificationID: "s", code: "1")))
    #expect(transport.requests.last?.path.hasSuffix("accounts:lookup") == true)
  }

  @Test func emptyWordsAreRefusedBeforeAnythingIsSent() {
    let auth = auth(TransportStub())
    #expect(throws: AuthFailure.missingVerificationCode) {
      try auth.signIn(with: .phone(.init(verificationID: "s", code: "")))
    }
    #expect(throws: AuthFailure.missingVerificationID) {
      try auth.signIn(with: .phone(.init(verificationID: "", code: "1")))
    }
  }
}
