import AuthClient
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite struct TokenRenewalTests {
  private let clock = TestClock()

  private func user(refreshToken: String? = "r1", life: Double = 3600) throws -> UserRecord {
    UserRecord(
      tokens: Tokens(
        idToken: try IDToken(TokenFixture.phone()), refreshToken: refreshToken, expiresAt: clock.now + life))
  }

  private func auth(_ transport: TransportStub, _ user: UserRecord) -> BlockingAuth {
    let backend = Backend(
      endpoint: .embedded, apiKey: "k", project: "demo-usher", transport: transport, pause: { _ in })
    return BlockingAuth(backend: backend, currentUser: user, now: { [clock] in clock.now })
  }

  private func renewed(uid: String = "u1") -> TransportStub.Answer {
    .json(
      #"{"access_token":"\#(TokenFixture.phone(uid: uid, at: 1_800_000_010))","expires_in":"3600","refresh_token":"r2"}"#
    )
  }

  @Test func aTokenWithMoreThanFiveMinutesLeftIsUsed() throws {
    let token = try auth(TransportStub(), user(life: 301)).idToken()
    #expect(token.text == TokenFixture.phone())
  }

  @Test func aTokenWithLessIsRenewed() throws {
    let transport = TransportStub(renewed())
    let auth = auth(transport, try user(life: 300))
    let token = try auth.idToken()
    #expect(token.issuedAt == Date(timeIntervalSince1970: 1_800_000_010))
    #expect(auth.currentUser?.tokens.refreshToken == "r2")
    #expect(auth.currentUser?.tokens.expiresAt == clock.now + 3600)
    #expect(transport.requests.map(\.path) == ["/securetoken.googleapis.com/v1/token"])
  }

  @Test func anotherAccountsTokenIsNeverTaken() throws {
    let auth = auth(TransportStub(renewed(uid: "u2")), try user(life: 0))
    #expect(throws: AuthFailure.malformedAnswer(status: 200, reason: "another account's token")) {
      try auth.idToken()
    }
    #expect(auth.currentUser?.tokens.refreshToken == "r1")
  }

  @Test func aSessionThatIsOverSignsOutAndANetworkFailureDoesNot() throws {
    let over = auth(
      TransportStub(.json(#"{"error":{"message":"TOKEN_EXPIRED"}}"#, status: 400)), try user(life: 0))
    #expect(throws: AuthFailure.refused(ServerError(.tokenExpired))) { try over.idToken() }
    #expect(over.currentUser == nil)

    let offline = auth(TransportStub(.failure(.tlsFailed(reason: "x"))), try user(life: 0))
    #expect(throws: AuthFailure.network(.tlsFailed(reason: "x"))) { try offline.idToken() }
    #expect(offline.currentUser != nil)
  }

  private func refused(_ code: String) -> TransportStub.Answer {
    .json(#"{"error":{"message":"\#(code)"}}"#, status: 400)
  }

  private func idTokens(_ transport: TransportStub) -> [String?] {
    transport.requests.map { JSONValue(json: $0.body)?["idToken"]?.string }
  }

  /// The clock of the service may have been moved on.
  @Test(arguments: ["TOKEN_EXPIRED", "INVALID_ID_TOKEN"])
  func aTokenThatTheServiceDoesNotTakeIsRenewedAndShownOnceMore(_ code: String) throws {
    let account = TransportStub.Answer.json(#"{"users":[{"localId":"u1","displayName":"Kim"}]}"#)
    let transport = TransportStub(refused(code), renewed(), .json("{}"), account)
    let auth = auth(transport, try user())
    var change = AccountChange()
    change.displayName = "Kim"
    let user = try auth.update(change)
    #expect(user.displayName == "Kim" && user.tokens.refreshToken == "r2")
    #expect(auth.renewedUser?.tokens == user.tokens)
    let new = TokenFixture.phone(at: 1_800_000_010)
    #expect(idTokens(transport) == [TokenFixture.phone(), nil, new, new])
  }

  @Test func aSessionThatCannotBeRenewedIsOverForItsFirstReason() throws {
    for (transport, refreshToken) in [
      (TransportStub(refused("TOKEN_EXPIRED"), refused("INVALID_REFRESH_TOKEN")), "r1"),
      (TransportStub(refused("TOKEN_EXPIRED")), nil),
    ] {
      let auth = auth(transport, try user(refreshToken: refreshToken))
      #expect(throws: AuthFailure.refused(ServerError(.tokenExpired))) { try auth.reload() }
      #expect(auth.currentUser == nil)
    }
  }

  @Test func aTokenThatIsRefusedOnceMoreEndsNothing() throws {
    let transport = TransportStub(refused("TOKEN_EXPIRED"), renewed(), refused("TOKEN_EXPIRED"))
    let auth = auth(transport, try user())
    #expect(throws: AuthFailure.refused(ServerError(.tokenExpired))) { try auth.reload() }
    #expect(auth.currentUser?.tokens.refreshToken == "r2")
  }

  @Test func aRenewalWithoutAnAnswerEndsNothing() throws {
    let auth = auth(
      TransportStub(refused("TOKEN_EXPIRED"), .failure(.tlsFailed(reason: "x"))), try user())
    #expect(throws: AuthFailure.network(.tlsFailed(reason: "x"))) { try auth.reload() }
    #expect(auth.currentUser?.tokens.refreshToken == "r1")
  }

  @Test func anAccountThatIsGoneIsNotAskedForATokenOf() throws {
    let auth = auth(TransportStub(refused("USER_DISABLED")), try user())
    #expect(throws: AuthFailure.refused(ServerError(.userDisabled))) { try auth.reload() }
    #expect(auth.currentUser == nil)
  }

  @Test func aSessionWithoutARefreshTokenLastsAsLongAsItsToken() throws {
    #expect(try auth(TransportStub(), user(refreshToken: nil, life: 10)).idToken().uid == "u1")
    #expect(throws: AuthFailure.sessionCannotRenew) {
      try auth(TransportStub(), user(refreshToken: nil, life: 0)).idToken()
    }
  }

  @Test(arguments: ["", "a.b", "a.b.c", "a.e30.c", "\(TokenFixture.token("{"))"])
  func whatIsNoTokenIsRefused(_ text: String) {
    #expect(throws: AuthFailure.malformedToken) { try IDToken(text) }
  }
}
