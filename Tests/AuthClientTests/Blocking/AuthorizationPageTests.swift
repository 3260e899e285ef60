import AuthClient
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// The way to an identity provider's page, and back with its answer.
@Suite struct AuthorizationPageTests {
  private func auth(
    _ transport: any HTTPTransport, at endpoint: Endpoint = .production, tenant: String? = nil
  ) -> BlockingAuth {
    BlockingAuth(
      backend: Backend(
        endpoint: endpoint, apiKey: "key", project: "acme", tenant: tenant, transport: transport,
        pause: { _ in }),
      now: { Date(timeIntervalSince1970: 1_800_000_000) })
  }

  private func body(_ transport: TransportStub) throws -> JSONValue {
    try JSONValue(parsing: try #require(transport.requests.last).body)
  }

  @Test func theProvidersPageIsAskedForWithAllThatBelongsToIt() throws {
    let transport = TransportStub(
      .json(
        #"{"authUri":"https://accounts.google.com/auth?state=s","sessionId":"S1","providerId":"google.com"}"#)
    )
    let page = try auth(transport, tenant: "t1").authorizationPage(
      provider: "google.com", continueURL: "http://127.0.0.1:8123/callback", scopes: ["a", "b"],
      customParameters: ["login_hint": "kim@example.com"])
    #expect(page.url == "https://accounts.google.com/auth?state=s" && page.sessionID == "S1")
    #expect(transport.requests.map(\.path) == ["/v1/accounts:createAuthUri"])
    #expect(
      try body(transport)
        == JSONValue(
          json: """
            {"providerId":"google.com","continueUri":"http://127.0.0.1:8123/callback","authFlowType":"CODE_FLOW",
            "oauthScope":"a b","customParameter":{"login_hint":"kim@example.com"},"tenantId":"t1"}
            """))
  }

  @Test(arguments: [
    #"{}"#, #"{"authUri":"https://a.example/"}"#, #"{"sessionId":"s"}"#,
    #"{"authUri":"javascript:alert(1)","sessionId":"s"}"#,
    #"{"authUri":"file:///etc/passwd","sessionId":"s"}"#,
    #"{"authUri":"http://a.example/","sessionId":"s"}"#,
    #"{"authUri":"https://a.example/\u001b[2J","sessionId":"s"}"#,
    #"{"authUri":"https://user@a.example/","sessionId":"s"}"#, #"{"authUri":"-version","sessionId":"s"}"#,
    #"{"authUri":"https://a.example/ x","sessionId":"s"}"#, #"{"authUri":"","sessionId":"s"}"#,
  ])
  func aPageThatNoBrowserMayOpenIsNone(_ answer: String) {
    #expect(throws: AuthFailure.malformedAnswer(status: 200, reason: "no sign-in page of the provider")) {
      try auth(TransportStub(.json(answer))).authorizationPage(
        provider: "google.com", continueURL: "http://x/")
    }
  }

  @Test func aLocalServersPageNeedsNoEncryption() throws {
    let transport = TransportStub(
      .json(#"{"authUri":"http://127.0.0.1:9099/emulator/auth/provider?state=s","sessionId":"s"}"#))
    let page = try auth(transport, at: .emulator(origin: "http://127.0.0.1:9099")).authorizationPage(
      provider: "google.com", continueURL: "http://127.0.0.1/callback")
    #expect(page.url.hasPrefix("http://127.0.0.1:9099/"))
  }

  @Test func theWholeCallbackAddressIsExchanged() throws {
    let transport = TransportStub(
      .json(#"{"error":{"code":400,"message":"INVALID_IDP_RESPONSE : state"}}"#, status: 400))
    let address = "http://127.0.0.1:8123/callback?state=s&code=4%2F0Ab"
    let credential = OAuthCredential(
      providerID: "google.com", redirect: .init(requestURI: address, sessionID: "S1"))
    #expect(throws: AuthFailure.refused(ServerError(.invalidIDPResponse, "state"))) {
      try auth(transport).signIn(with: .oauth(credential))
    }
    #expect(
      try body(transport)
        == JSONValue(
          json: """
            {"requestUri":"\(address)","sessionId":"S1","returnSecureToken":true,"returnIdpCredential":true}
            """))
  }

  @Test func allOfTheProvidersTokensAreTold() throws {
    let idToken = TokenFixture.token(
      """
      {"sub":"u1","user_id":"u1","iss":"https://securetoken.google.com/acme","aud":"acme","auth_time":1800000000,\
      "iat":1800000000,"exp":1800003600,"firebase":{"sign_in_provider":"twitter.com"}}
      """)
    let transport = TransportStub(
      .json(
        """
        {"idToken":"\(idToken)","refreshToken":"r","expiresIn":"3600","providerId":"twitter.com","oauthIdToken":"i",
        "oauthAccessToken":"a","oauthRefreshToken":"f","oauthTokenSecret":"s","isNewUser":true}
        """), .json(#"{"users":[{"localId":"u1"}]}"#))
    let result = try auth(transport).signIn(
      with: .oauth(
        OAuthCredential(providerID: "twitter.com", redirect: .init(requestURI: "http://x/", sessionID: "s"))))
    guard case .signedIn(_, let additional) = result else {
      Issue.record("no sign-in")
      return
    }
    #expect(
      additional.credential
        == OAuthCredential(
          providerID: "twitter.com", idToken: "i", accessToken: "a", refreshToken: "f", secret: "s"))
    // Not for a file.
    let kept = ResolverRecord(pendingCredential: "c", hints: [], additional: additional)
    var known = kept
    known.additional.credential = nil
    let text = try JSONEncoder().encode(kept)
    #expect(!String(decoding: text, as: UTF8.self).contains("oauth"))
    #expect(try JSONDecoder().decode(ResolverRecord.self, from: text) == known)
  }

  @Test func aLocalServersPageIsFollowedOnlyWhereItIs() throws {
    let page = #"{"authUri":"http://127.0.0.1:9099/emulator/auth/provider?state=s%20t","sessionId":"s"}"#
    let transport = TransportStub(
      .json(page),
      .success(HTTPResponse(status: 303, headers: ["Location": "http://127.0.0.1/callback?code=c&state=s"])))
    let backend = Backend(
      endpoint: .emulator(origin: "http://127.0.0.1:9099"), apiKey: "k", project: "p", transport: transport,
      pause: { _ in })
    let asked = try BlockingAuth(backend: backend, now: { .distantPast }).authorizationPage(
      provider: "google.com", continueURL: "http://127.0.0.1/callback")
    #expect(
      try LocalServerAdmin(backend: backend).callback(from: asked)
        == "http://127.0.0.1/callback?code=c&state=s")
    let visit = try #require(transport.requests.last)
    #expect(visit.method == .get && visit.url == "http://127.0.0.1:9099/emulator/auth/provider?state=s%20t")
    #expect(visit.headers == [:] && visit.takesRedirects)

    let elsewhere = TransportStub(.json(page.replacing("9099", with: "9098")))
    let other = Backend(
      endpoint: .emulator(origin: "http://127.0.0.1:9099"), apiKey: "k", project: "p", transport: elsewhere,
      pause: { _ in })
    let foreign = try BlockingAuth(backend: other, now: { .distantPast }).authorizationPage(
      provider: "google.com", continueURL: "http://127.0.0.1/callback")
    #expect(throws: AuthFailure.self) { try LocalServerAdmin(backend: other).callback(from: foreign) }
  }
}
