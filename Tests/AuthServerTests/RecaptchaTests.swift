import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite struct RecaptchaTests {
  private static let path = "/recaptcha/token"

  @Test func clientsLearnTheKeyOfTheProject() throws {
    let server = try ServerHarness()
    let expected = RecaptchaParams.Response(
      recaptchaSiteKey: "usher-v2-312950043993",
      recaptchaStoken: "This-server-has-no-secure-token-for-reCAPTCHA",
      producerProjectNumber: "312950043993")
    #expect(try server.call(RecaptchaParams.self, .init()) == expected)
    #expect(expected.kind == "identitytoolkit#GetRecaptchaParamResponse")
    let legacy = try server.send(
      .get, "/www.googleapis.com/identitytoolkit/v3/relyingparty/getRecaptchaParam", query: RouterTests.key)
    #expect(try ServerHarness.decode(legacy) == expected)
  }

  @Test func theStatesAreThoseOfTheConfiguration() throws {
    let server = try ServerHarness()
    func config() throws -> RecaptchaConfig.Response { try server.recaptchaConfig() }
    #expect(try config().recaptchaKey == nil)
    _ = try server.setConfig([
      "recaptchaConfig": ["phoneEnforcementState": "AUDIT", "useSmsTollFraudProtection": true]
    ])
    var expected = RecaptchaConfig.Response(
      recaptchaKey: "projects/demo-test/keys/usher-enterprise-312950043993",
      recaptchaEnforcementState: [
        .init(provider: .emailPassword, enforcementState: .unspecifiedForClients),
        .init(provider: .phone, enforcementState: .audit),
      ])
    (expected.useSmsBotScore, expected.useSmsTollFraudProtection) = (false, true)
    #expect(try config() == expected)
    _ = try server.setConfig([
      "recaptchaConfig": ["phoneEnforcementState": "OFF", "emailPasswordEnforcementState": "ENFORCE"]
    ])
    expected.recaptchaEnforcementState = [
      .init(provider: .emailPassword, enforcementState: .enforce),
      .init(provider: .phone, enforcementState: .off),
    ]
    #expect(try config() == expected)
    for wrong: JSONValue in ["ON", 1] {
      #expect(
        refusal { try server.setConfig(["recaptchaConfig": ["phoneEnforcementState": wrong]]) }
          == "INVALID_ARGUMENT : recaptchaConfig.phoneEnforcementState is OFF, AUDIT or ENFORCE.")
    }
    #expect(try config() == expected)
  }

  @Test func whoAsksHowFarItIsRequiredSaysForWhat() throws {
    func problem(_ query: [(String, String)], policy: Policy = .strict) throws -> String? {
      let server = try ServerHarness(policy: policy)
      let items = query.map { QueryItem($0, $1) }
      return refusal { try server.call(RecaptchaConfig.self, .init(), query: items) }
    }
    let (web, enterprise) = (("clientType", "CLIENT_TYPE_WEB"), ("version", "RECAPTCHA_ENTERPRISE"))
    for type in ["CLIENT_TYPE_WEB", "CLIENT_TYPE_ANDROID", "CLIENT_TYPE_IOS"] {
      #expect(try problem([("clientType", type), enterprise]) == nil)
    }
    #expect(try problem([enterprise]) == "MISSING_CLIENT_TYPE")
    #expect(try problem([("clientType", "CLIENT_TYPE_UNSPECIFIED"), enterprise]) == "MISSING_CLIENT_TYPE")
    #expect(
      try problem([("clientType", "TOASTER"), enterprise])
        == "Invalid value at 'client_type' (type.googleapis.com/google.cloud.identitytoolkit.v2.ClientType), "
        + #""TOASTER""#)
    #expect(try problem([web]) == "MISSING_RECAPTCHA_VERSION")
    #expect(try problem([web, ("version", "RECAPTCHA_9")]) == "INVALID_RECAPTCHA_VERSION")
    #expect(try problem([], policy: .emulator) == nil)
  }

  @Test func whoPassesTheChallengeGetsAToken() throws {
    let server = try ServerHarness()
    let first = try server.call(SolveRecaptcha.self, .init(siteKey: server.siteKey(.v2)))
    #expect(first.expiresIn == "120")
    #expect(first.token?.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil)
    #expect(try server.solve() != first.token)
    // No row holds the token itself.
    #expect(try server.count("SELECT count(*) FROM recaptcha_tokens") == 2)
    for wrong in [nil, "", "usher-v2-1", "usher-v3-312950043993", String(repeating: "k", count: 1_000_000)] {
      #expect(
        refusal { try server.call(SolveRecaptcha.self, .init(siteKey: wrong)) }
          == "INVALID_ARGUMENT : This is not a site key of the project.")
    }
    for wrong in ["", "a b", "<script>", String(repeating: "a", count: 101)] {
      #expect(
        refusal { try server.solve(.enterprise, for: RecaptchaAction(rawValue: wrong)) }
          == "INVALID_RECAPTCHA_ACTION")
    }
    server.clock.advance(121)
    _ = try server.solve()
    #expect(try server.count("SELECT count(*) FROM recaptcha_tokens") == 1)
  }

  @Test(
    arguments: [
      (nil, 200), ("http://127.0.0.1:40001", 200), ("http://localhost:3000", 200), ("http://[::1]:1", 200),
      ("https://demo-test.firebaseapp.com", 200), ("https://DEMO-TEST.web.app", 200),
      ("https://app.example", 403), ("null", 403), ("https://demo-test.web.app.evil.example", 403),
      ("https://evil.example/demo-test.web.app", 403), ("https://127.0.0.1.evil.example", 403), ("", 403),
    ] as [(String?, Int)])
  func theChallengeRunsOnAuthorizedPagesOnly(origin: String?, status: Int) throws {
    let body = #"{"siteKey":"usher-v2-312950043993"}"#
    let headers: HTTPHeaders = origin.map { ["Origin": $0] } ?? [:]
    let strict = try ServerHarness()
    #expect(try strict.send(.post, Self.path, headers: headers, body: body).status == status)
    #expect(try strict.count("SELECT count(*) FROM recaptcha_tokens") == (status == 200 ? 1 : 0))
    let lenient = try ServerHarness(policy: .emulator)
    #expect(try lenient.send(.post, Self.path, headers: headers, body: body).status == 200)
  }

  @Test func thePageOfAnotherPortMayReadItsToken() throws {
    let server = try ServerHarness()
    let page: HTTPHeaders = [
      "Origin": "http://127.0.0.1:40001", "Access-Control-Request-Headers": "content-type",
    ]
    #expect(try server.send(.options, Self.path, headers: page).status == 204)
    let answer = try server.send(
      .post, Self.path, headers: page, body: #"{"siteKey":"usher-v2-312950043993"}"#)
    #expect(answer.headers["Access-Control-Allow-Origin"] == "http://127.0.0.1:40001")
    #expect(answer.headers["Cache-Control"] == "no-store")
    #expect(answer.headers["Access-Control-Allow-Credentials"] == nil)
    #expect(try server.send(.get, Self.path).status == 405)
  }

  @Test(arguments: LocalSiteKey.Kind.allCases)
  func theScriptIsServedWhereItsKeySays(kind: LocalSiteKey.Kind) throws {
    let server = try ServerHarness()
    let path = LocalSiteKey(kind, projectNumber: "1").scriptPath
    let answer = try server.send(
      .get, path, query: [QueryItem("onload", "</script><script>alert(1)"), QueryItem("render", "explicit")])
    #expect(answer.status == 200)
    #expect(
      answer.headers == [
        "Content-Type": "text/javascript; charset=UTF-8", "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "cross-origin",
      ])
    // The same text whatever is asked: nothing of the request is in it.
    #expect(answer.body == (try server.send(.get, path).body))
    #expect(String(decoding: answer.body, as: UTF8.self).hasPrefix("(() => {\n  \"use strict\";\n"))
  }
}
