import HTTP
import OpenIDConnect
import Testing

@Suite struct AuthorizationTests {
  private static func authorization(namesIssuer: Bool = false) throws -> Authorization {
    let provider = OpenIDProvider(
      issuer: "https://id.example",
      authorization: try #require(EndpointAddress("https://id.example/authorize?v=2")),
      token: try #require(EndpointAddress("https://id.example/token")), namesIssuer: namesIssuer)
    return Authorization(
      with: provider, as: OAuthClient(id: "client-1"), redirectURI: "http://127.0.0.1:8123/callback",
      scopes: ["openid", "email"], state: "STATE", nonce: "NONCE",
      verifier: try #require(CodeVerifier("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")))
  }

  @Test func thePageIsAskedForWithEverythingThatTheAnswerIsHeldAgainst() throws {
    #expect(
      try Self.authorization().url([QueryItem("login_hint", "kim@example.com")])
        == "https://id.example/authorize?v=2&response_type=code&client_id=client-1"
        + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A8123%2Fcallback&scope=openid%20email&state=STATE&nonce=NONCE"
        + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
        + "&login_hint=kim%40example.com")
  }

  @Test func parametersOfTheProvidersOwnReplaceNothing() throws {
    let authorization = try Self.authorization()
    for name in Authorization.ownParameters {
      #expect(authorization.url([QueryItem(name, "other")]) == authorization.url())
    }
  }

  @Test func theCodeOfTheAnswerIsRead() throws {
    let code = try Self.authorization().code(in: [
      QueryItem("code", "C"), QueryItem("state", "STATE"), QueryItem("scope", "openid"),
    ])
    #expect(code == "C")
  }

  @Test(
    arguments: [
      ("code=C", .callback(.missingState)),
      ("code=C&state=", .callback(.missingState)),
      ("code=C&state=STATe", .callback(.wrongState)),
      ("code=C&state=STATE1", .callback(.wrongState)),
      ("code=C&state=STATE&state=STATE", .callback(.repeated("state"))),
      ("code=C&code=D&state=STATE", .callback(.repeated("code"))),
      ("state=STATE", .callback(.missingCode)),
      ("code=&state=STATE", .callback(.missingCode)),
      ("error=access_denied", .callback(.missingState)),
      ("error=access_denied&state=other", .callback(.wrongState)),
      ("error=access_denied&state=STATE", .refused(code: "access_denied", description: nil)),
      ("error=access_denied&code=C&state=STATE", .refused(code: "access_denied", description: nil)),
      (
        "error=server_error&error_description=later&state=STATE",
        .refused(code: "server_error", description: "later")
      ),
      ("code=C&state=STATE&iss=https://evil.example", .callback(.wrongIssuer)),
      ("code=C&state=STATE&iss=https://id.example&iss=https://id.example", .callback(.repeated("iss"))),
    ] as [(String, OpenIDError)])
  func anAnswerToAnotherQuestionIsRefused(query: String, error: OpenIDError) throws {
    let authorization = try Self.authorization()
    let items = try #require(FormEncoding.decode(query))
    #expect(throws: error) { try authorization.code(in: items) }
  }

  @Test func anIDTokenIsAskedForWithoutCodeChallenge() throws {
    let authorization = Authorization(
      with: try Self.authorization().provider, as: OAuthClient(id: "client-1"),
      redirectURI: "http://127.0.0.1:8123/callback", scopes: ["openid"], state: "STATE", nonce: "NONCE",
      verifier: try #require(CodeVerifier("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")),
      responseType: .idToken)
    #expect(
      authorization.url()
        == "https://id.example/authorize?v=2&response_type=id_token&client_id=client-1"
        + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A8123%2Fcallback&scope=openid&state=STATE&nonce=NONCE")
    let items = [QueryItem("id_token", "T"), QueryItem("state", "STATE")]
    #expect(try authorization.idToken(in: items) == "T")
    #expect(throws: OpenIDError.callback(.wrongState)) {
      try authorization.idToken(in: [QueryItem("id_token", "T"), QueryItem("state", "other")])
    }
    #expect(throws: OpenIDError.callback(.missingCode)) {
      try authorization.idToken(in: [QueryItem("code", "C"), QueryItem("state", "STATE")])
    }
  }

  /// RFC 9207.
  @Test func whoAlwaysNamesItselfMustDoSo() throws {
    let authorization = try Self.authorization(namesIssuer: true)
    #expect(throws: OpenIDError.callback(.missingIssuer)) {
      try authorization.code(in: [QueryItem("code", "C"), QueryItem("state", "STATE")])
    }
    let code = try authorization.code(in: [
      QueryItem("code", "C"), QueryItem("state", "STATE"), QueryItem("iss", "https://id.example"),
    ])
    #expect(code == "C")
  }
}
