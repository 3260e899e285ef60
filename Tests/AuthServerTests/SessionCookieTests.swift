import Crypto
import Essentials
import HTTP
import IDTokens
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

@Suite struct SessionCookieTests {
  private func cookie(
    _ server: ServerHarness, _ idToken: String?, for duration: DecimalText? = nil,
    project: String = "demo-test"
  ) throws -> String? {
    try server.call(
      CreateSessionCookie.self, .init(idToken: idToken, validDuration: duration), project: project,
      asOwner: true
    ).sessionCookie
  }

  /// The claims of the ID token of `session` as its cookie has them.
  private func expected(_ idToken: String?, lasting duration: Int64, now: Int64) throws -> JSONValue {
    var expected = try claims(of: idToken)
    expected["iss"] = "https://session.firebase.google.com/demo-test"
    expected["iat"] = .integer(now)
    expected["exp"] = .integer(now + duration)
    return expected
  }

  @Test func aCookieClaimsWhatTheTokenDoesByAnotherIssuerAndForLonger() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    server.clock.advance(60)
    let cookie = try #require(try cookie(server, kim.idToken, for: "432000"))
    #expect(try claims(of: cookie) == expected(kim.idToken, lasting: 432_000, now: 1_800_000_060))
    let keys: SigningKeys.Response = try ServerHarness.decode(
      server.send(.get, "/identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys"))
    let key = try #require(keys.keys.first)
    let publicKey = try PublicKey(
      modulus: Base64URL.decode(key.n ?? "") ?? [], exponent: Base64URL.decode(key.e ?? "") ?? [])
    try JWT(cookie).verify(with: KeySet(publicKey, id: key.kid ?? ""))
    let header = try #require(Base64URL.decode(String(cookie.split(separator: ".")[0])))
    #expect(JSONValue(json: Data(header))?.members?.map(\.name) == ["alg", "kid"])
    // It is no ID token.
    #expect(refusal { try server.lookup(cookie) } == "INVALID_ID_TOKEN")
    #expect(refusal { try self.cookie(server, cookie) } == "INVALID_ID_TOKEN")
  }

  @Test func aCookieIsUnsignedWhereTokensAre() throws {
    let server = try ServerHarness(policy: .quickEmulator)
    let kim = try server.signUp()
    let cookie = try #require(try cookie(server, kim.idToken))
    #expect(cookie.hasPrefix(Base64URL.encode(#"{"alg":"none","typ":"JWT"}"#.utf8) + "."))
    #expect(cookie.hasSuffix("."))
    #expect(try claims(of: cookie) == expected(kim.idToken, lasting: 1_209_600, now: 1_800_000_000))
    #expect(refusal { try server.lookup(cookie) } == "INVALID_ID_TOKEN")
  }

  @Test(arguments: ["299", "1209601", "-1", "0"])
  func aCookieLivesFromFiveMinutesToTwoWeeks(duration: String) throws {
    let server = try ServerHarness()
    let kim = try server.signIn()
    #expect(refusal { try cookie(server, kim.idToken, for: .init(duration)) } == "INVALID_DURATION")
    #expect(refusal { try cookie(server, kim.idToken, for: "300") } == nil)
    #expect(refusal { try cookie(server, kim.idToken, for: "1209600") } == nil)
  }

  @Test(arguments: [("3600.5", "3600.5"), (#""an hour""#, #""an hour""#)])
  func aDurationThatIsNoWholeNumberIsRefusedFirst(duration: String, value: String) throws {
    func make(_ policy: Policy) throws -> String? {
      let server = try ServerHarness(policy: policy)
      let kim = try server.signUp()
      let body = #"{"idToken":"\#(kim.idToken ?? "")","validDuration":\#(duration)}"#
      return refusal { () -> CreateSessionCookie.Response in
        try ServerHarness.decode(
          server.send(
            .post, "/identitytoolkit.googleapis.com/v1/projects/demo-test:createSessionCookie",
            headers: ["Authorization": "Bearer owner"], body: body))
      }
    }
    #expect(try make(.quick) == "Invalid value at 'valid_duration' (TYPE_INT64), \(value)")
    #expect(try make(.quickEmulator) == "INVALID_DURATION")
  }

  @Test func anAPIKeyMakesNone() throws {
    let server = try ServerHarness(policy: .quick)
    let response = try server.send(
      .post, "/identitytoolkit.googleapis.com/v1/projects/demo-test:createSessionCookie",
      query: [QueryItem("key", "k")], body: "{}")
    let text =
      "API keys are not supported by this API. Expected OAuth2 access token or other authentication "
      + "credentials that assert a principal. See https://cloud.google.com/docs/authentication"
    #expect(response.status == 401)
    #expect(JSONValue(json: response.body)?["error"]?["message"] == .string(text))
    #expect(
      JSONValue(json: response.body)?["error"]?["details"]?.array?.first?["reason"] == "CREDENTIALS_MISSING")
  }

  @Test func aTokenThatIsNoLongerGoodMakesNone() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    #expect(refusal { try cookie(server, nil) } == "MISSING_ID_TOKEN")
    #expect(refusal { try cookie(server, "x") } == "INVALID_ID_TOKEN")
    #expect(refusal { try cookie(server, kim.idToken, project: "demo-other") } == "INVALID_ID_TOKEN")
    try server.disable(kim.localId)
    #expect(refusal { try cookie(server, kim.idToken) } == "USER_DISABLED")
    try server.change(kim.localId) { ($0.isDisabled, $0.validSince) = (false, server.clock.now + 1) }
    #expect(refusal { try cookie(server, kim.idToken) } == "TOKEN_EXPIRED")
  }
}
