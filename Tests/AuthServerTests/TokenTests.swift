import Essentials
import HTTP
import IDTokens
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

@Suite struct TokenTests {
  @Test func anIDTokenClaimsWhatTheProtocolSays() throws {
    let server = try ServerHarness()
    let account = try server.signIn()
    let uid = JSONValue.string(try #require(account.localId))
    #expect(
      try claims(of: account.idToken).text
        == """
        {"aud":"demo-test","auth_time":1800000000,"exp":1800003600,"firebase":{"identities":{"phone":\
        ["+14155550100"]},"sign_in_provider":"phone"},"iat":1800000000,"iss":\
        "https://securetoken.google.com/demo-test","phone_number":"+14155550100","sub":\(uid.text),\
        "user_id":\(uid.text)}
        """)
  }

  @Test func claimsThatMeetAreTakenInOrder() throws {
    let now = Date(timeIntervalSince1970: 1000)
    var account = Account(localID: "kim", project: 1, phone: nil, now: now)
    account.displayName = "Kim"
    account.photoURL = "p"
    account.email = try EmailAddress("kim@example.com")
    account.isEmailVerified = true
    account.customAttributes = #"{"name":"N","role":"a","level":1,"email":"eve@example.com","sub":"eve"}"#
    var session = AuthSession(signedInAt: Date(timeIntervalSince1970: 900), provider: "password")
    session.claims = #"{"role":"b","auth_time":1}"#
    session.secondFactor = "totp"
    session.secondFactorIdentifier = "f1"
    let claims = try #require(
      IDTokenClaims(
        account: account, session: session, project: "p", tenant: nil, issuedAt: now, lifetime: 3600)?.value)
    #expect(
      Set(claims.members?.map(\.name) ?? []).count == claims.members?.count)
    #expect(claims["name"] == "N")
    #expect(claims["picture"] == "p")
    #expect(claims["role"] == "b")
    #expect(claims["level"] == 1)
    #expect(claims["email"] == "kim@example.com")
    #expect(claims["email_verified"] == true)
    #expect(claims["sub"] == "kim")
    #expect(claims["auth_time"] == 900)
    #expect(
      claims["firebase"] == [
        "identities": ["email": ["kim@example.com"]], "sign_in_provider": "password",
        "sign_in_second_factor": "totp", "second_factor_identifier": "f1",
      ])
    session = AuthSession(signedInAt: now, provider: "anonymous")
    let anonymous = try #require(
      IDTokenClaims(
        account: Account(localID: "x", project: 1, phone: nil, now: now), session: session, project: "p",
        tenant: nil, issuedAt: now, lifetime: 60)?.value)
    #expect(anonymous["provider_id"] == "anonymous")
    #expect(anonymous["firebase"] == ["identities": [:], "sign_in_provider": "anonymous"])
  }

  @Test func tokensVerifyAgainstThePublishedKeys() throws {
    let server = try ServerHarness()
    let token = try #require(try server.signIn().idToken)

    let certificates = try server.send(
      .get, "/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com")
    #expect(certificates.headers["Cache-Control"] == "public, max-age=3600, must-revalidate")
    let pems: [String: String] = try ServerHarness.decode(certificates)
    #expect(pems.count == 1)
    let byCertificate = try #require(KeySet(certificates: pems))

    let jwks = try server.call(SigningKeys.self, .init())
    #expect(jwks.keys.map(\.kid) == Array(pems.keys))
    let jwk = try #require(jwks.keys.first)
    #expect([jwk.kty, jwk.alg, jwk.use, jwk.e] == ["RSA", "RS256", "sig", "AQAB"])
    let published = try server.send(
      .get, "/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com")
    let byJWK = try #require(JSONValue(json: published.body).flatMap { KeySet($0) })

    try JWT(token).verify(with: byCertificate)
    try JWT(token).verify(with: byJWK)
    #expect(try JSONValue(json: JWT(token).payload) == claims(of: token))
    // The key stays, over restarts and resets.
    _ = try server.call(ResetProject.self, .init())
    #expect(try server.reopened().call(SigningKeys.self, .init()) == jwks)
    // And is every database's own.
    #expect(throws: IDTokenProblem.unknownKey) {
      try JWT(ServerHarness(folder: TemporaryFolder()).signIn().idToken ?? "").verify(with: byCertificate)
    }
  }

  @Test func aRefreshKeepsTheSession() throws {
    let server = try ServerHarness()
    let account = try server.signIn()
    server.clock.advance(5000)
    let renewed = try server.reopened().refresh(account.refreshToken)
    #expect(
      renewed
        == ExchangeToken.Response(
          idToken: renewed.idToken, refreshToken: account.refreshToken, expiresIn: "3600",
          userId: account.localId, projectId: "312950043993"))
    #expect(renewed.accessToken == renewed.idToken)
    var expected = try claims(of: account.idToken)
    expected["iat"] = 1_800_005_000
    expected["exp"] = 1_800_008_600
    #expect(try claims(of: renewed.idToken) == expected)
    #expect(try server.lookup(renewed.idToken)?.lastRefreshAt == "2027-01-15T09:23:20.000000Z")
  }

  @Test func theTokenEndpointTakesFormsAndJSON() throws {
    let server = try ServerHarness()
    let token = try #require(try server.signIn().refreshToken)
    let form = "application/x-www-form-urlencoded"
    for (type, body) in [
      (form, "grant_type=refresh_token&refresh_token=\(token)"),
      (form + "; charset=utf-8", "refresh%5Ftoken=\(token)&grant_type=refresh_token"),
      (nil, "grant_type=refresh_token&refresh_token=\(token)"),
      ("application/json", #"{"grantType":"refresh_token","refreshToken":"\#(token)"}"#),
      ("application/json; charset=utf-8", #"{"grant_type":"refresh_token","refresh_token":"\#(token)"}"#),
      (nil, #"{"grantType":"refresh_token","refreshToken":"\#(token)"}"#),
    ] {
      var headers: HTTPHeaders = [:]
      headers["Content-Type"] = type
      let response = try server.send(
        .post, "/securetoken.googleapis.com/v1/token", query: [QueryItem("key", "k")], headers: headers,
        body: body)
      let answer: ExchangeToken.Response = try ServerHarness.decode(response)
      #expect(answer.refreshToken == token)
    }
    let broken = try server.send(
      .post, "/securetoken.googleapis.com/v1/token", query: [QueryItem("key", "k")],
      headers: ["Content-Type": form], body: "grant_type=%G")
    #expect(broken.status == 400)
  }

  @Test func whatCannotBeRefreshedIsToldApart() throws {
    let server = try ServerHarness()
    func code(_ request: ExchangeToken.Request, _ harness: ServerHarness? = nil) -> ServerErrorCode? {
      do { _ = try (harness ?? server).call(ExchangeToken.self, request) } catch let error as ServerError {
        return error.code
      } catch {}
      return nil
    }
    let account = try server.signIn()
    #expect(code(.init(grantType: nil, refreshToken: "x")) == .missingGrantType)
    #expect(code(.init(grantType: "password", refreshToken: "x")) == .invalidGrantType)
    #expect(code(.init(refreshToken: nil)) == .missingRefreshToken)
    #expect(code(.init(refreshToken: "x")) == .invalidRefreshToken)
    let other = try ServerHarness(project: "demo-other", folder: server.folder, seed: 70)
    #expect(code(.init(refreshToken: account.refreshToken), other) == .projectNumberMismatch)
    _ = try server.call(DeleteAccount.self, .init(idToken: account.idToken))
    #expect(code(.init(refreshToken: account.refreshToken)) == .userNotFound)
    let second = try server.signIn()
    // A later account does not inherit the row, nor with it the token.
    #expect(code(.init(refreshToken: account.refreshToken)) == .userNotFound)
    let later = server.clock.now.addingTimeInterval(1)
    try server.change(second.localId) { $0.validSince = later }
    #expect(code(.init(refreshToken: second.refreshToken)) == .tokenExpired)
    server.clock.advance(2)
    #expect(code(.init(refreshToken: try server.signIn().refreshToken)) == nil)
  }

  @Test func anIDTokenIsCheckedBeforeItIsBelieved() throws {
    let server = try ServerHarness()
    let token = try #require(try server.signIn().idToken)
    let invalid = ServerError(.invalidIDToken, reason: "invalid")
    #expect(throws: ServerError(.missingIDToken, reason: "invalid")) { try server.lookup(nil) }
    let parts = token.split(separator: ".")
    let unsigned = Base64URL.encode(#"{"alg":"none","typ":"JWT"}"#.utf8) + "." + parts[1] + "."
    for wrong in ["x", "a.b.c", String(token.dropLast(4)) + "AAAA", token + ".", unsigned] {
      #expect(throws: invalid) { try server.lookup(wrong) }
    }
    let elsewhere = try ServerHarness(folder: TemporaryFolder(), seed: 80)
    #expect(throws: invalid) { try server.lookup(elsewhere.signIn().idToken) }
    let otherProject = try ServerHarness(project: "demo-other", folder: server.folder, seed: 90)
    #expect(throws: invalid) { try otherProject.lookup(token) }
    // Unicode takes a Kelvin sign for a K.
    let demoK = try ServerHarness(project: "demoK", folder: server.folder, seed: 100)
    let tokenOfK = try demoK.call(SignUp.self, .init()).idToken
    #expect(try demoK.lookup(tokenOfK) != nil)
    let kelvin = try ServerHarness(project: "demo\u{212A}", folder: server.folder, seed: 110)
    #expect(throws: invalid) { try kelvin.lookup(tokenOfK) }

    server.clock.advance(3899)
    #expect(try server.lookup(token) != nil)
    server.clock.advance(2)
    #expect(throws: invalid) { try server.lookup(token) }
    let emulator = try ServerHarness(policy: .emulator)
    let short = try emulator.call(SignUp.self, .init()).idToken
    emulator.clock.advance(3901)
    #expect(throws: ServerError(.tokenExpired, reason: "invalid")) { try emulator.lookup(short) }
  }

  @Test func revokingEndsOlderSignIns() throws {
    let server = try ServerHarness()
    let account = try server.signIn()
    let revoked = server.clock.now.addingTimeInterval(10)
    try server.change(account.localId) { $0.validSince = revoked }
    #expect(throws: ServerError(.tokenExpired, reason: "invalid")) { try server.lookup(account.idToken) }
    server.clock.advance(10)
    #expect(try server.lookup(server.signIn().idToken)?.validSince == "1800000010")
  }

  @Test func tokensMayGoUnsigned() throws {
    var policy = Policy.emulator
    try policy.set("unsigned-tokens", to: "true")
    let server = try ServerHarness(policy: policy)
    let account = try server.signIn()
    #expect(account.idToken?.hasPrefix(Base64URL.encode(#"{"alg":"none","typ":"JWT"}"#.utf8) + ".") == true)
    #expect(account.idToken?.hasSuffix(".") == true)
    #expect(try server.lookup(account.idToken)?.localId == account.localId)
    let signed = try server.reopened().signIn().idToken
    #expect(throws: ServerError(.invalidIDToken, reason: "invalid")) { try server.lookup(signed) }
  }
}
