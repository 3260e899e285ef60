import Crypto
import Essentials
import HTTP
import IDTokens
import IdentityToolkit
import OpenIDConnect
import TestSupport
import Testing

@Suite struct ProviderConnectionTests {
  private let clock = TestClock()

  private func fixture(secret: String? = nil) -> OpenIDProviderFixture {
    OpenIDProviderFixture(secret: secret) { [clock] in clock.now }
  }

  private func authorization(
    at fixture: OpenIDProviderFixture, secret: String? = nil
  ) throws -> (Authorization, ProviderConnection) {
    let connection = ProviderConnection(fixture)
    let authorization = try Authorization(
      with: try connection.provider(of: OpenIDProviderFixture.issuer),
      as: OAuthClient(id: "client-1", secret: secret),
      redirectURI: "http://127.0.0.1:8123/callback", scopes: ["openid", "email"], random: SecureRandom.bytes)
    return (authorization, connection)
  }

  private func code(in callback: String, of authorization: Authorization) throws -> String {
    let query = String(callback.drop { $0 != "?" }.dropFirst())
    return try authorization.code(in: try #require(FormEncoding.decode(query)))
  }

  private func claims(at fixture: OpenIDProviderFixture, secret: String? = nil) throws -> JSONValue {
    let (authorization, connection) = try authorization(at: fixture, secret: secret)
    let code = try code(in: try fixture.callback(from: authorization.url()), of: authorization)
    let answer = try connection.tokens(for: code, of: authorization)
    let provider = authorization.provider
    var check = provider.tokenCheck(for: "client-1", nonce: authorization.nonce)
    check.accessToken = answer.accessToken
    return try connection.claims(of: answer.idToken, from: provider, by: check, at: clock.now)
  }

  @Test func aCodeBecomesAnIDTokenThatIsRight() throws {
    let claims = try claims(at: fixture())
    #expect(claims["sub"] == "248289761001")
    #expect(claims["email"] == "kim@example.com")
  }

  @Test func aClientsSecretGoesInTheHeader() throws {
    let fixture = fixture(secret: "s3 cret")
    // RFC 6749 has both halves form-encoded, which this provider does not undo.
    #expect(throws: OpenIDError.refused(code: "invalid_client", description: nil)) {
      try claims(at: fixture, secret: "s3 cret")
    }
    let plain = self.fixture(secret: "s3cret")
    #expect(try claims(at: plain, secret: "s3cret")["sub"] == "248289761001")
    let sent = try #require(plain.requests.first { $0.path == "/token" })
    #expect(!String(decoding: sent.body, as: UTF8.self).contains("s3cret"))
  }

  @Test func whoReadsNoHeaderGetsItInTheForm() throws {
    let fixture = fixture(secret: "s3cret")
    fixture.behaviour.document = [("token_endpoint_auth_methods_supported", ["client_secret_post"])]
    #expect(try claims(at: fixture, secret: "s3cret")["sub"] == "248289761001")
    let sent = try #require(fixture.requests.first { $0.path == "/token" })
    #expect(sent.headers["Authorization"] == nil)
  }

  @Test func aCodeIsGoodOnceAndOnlyWithItsVerifier() throws {
    let fixture = fixture()
    let (authorization, connection) = try authorization(at: fixture)
    let (other, _) = try self.authorization(at: fixture)
    let code = try code(in: try fixture.callback(from: authorization.url()), of: authorization)
    #expect(throws: OpenIDError.refused(code: "invalid_grant", description: nil)) {
      try connection.tokens(for: code, of: other)
    }
    #expect(throws: OpenIDError.refused(code: "invalid_grant", description: nil)) {
      try connection.tokens(for: code, of: authorization)
    }
  }

  @Test func aDeclineIsARefusal() throws {
    let fixture = fixture()
    let (authorization, _) = try authorization(at: fixture)
    #expect(throws: OpenIDError.refused(code: "access_denied", description: nil)) {
      try code(in: try fixture.refusal(from: authorization.url()), of: authorization)
    }
  }

  /// Who could take in a client that believes what it reads.
  @Test(
    arguments: [
      (Lie { $0.algorithm = "none" }, .algorithm("none")),
      (Lie { $0.algorithm = "HS256" }, .algorithm("HS256")),
      (Lie { $0.algorithm = "RS512" }, .algorithm("RS512")),
      (Lie { $0.algorithm = "" }, .algorithm("")),
      (Lie { $0.keyID = "rotated" }, .unknownKey),
      (Lie { $0.signsWithForeignKey = true }, .signature),
      (Lie { $0.claims = [("iss", "https://evil.example")] }, .wrongIssuer),
      (Lie { $0.claims = [("iss", "https://id.example/")] }, .wrongIssuer),
      (Lie { $0.claims = [("iss", .null)] }, .missingClaim("iss")),
      (Lie { $0.claims = [("iss", 1)] }, .mistypedClaim("iss")),
      (Lie { $0.claims = [("aud", "client-2")] }, .wrongAudience),
      (Lie { $0.claims = [("aud", .null)] }, .missingClaim("aud")),
      (Lie { $0.claims = [("aud", [])] }, .wrongAudience),
      (Lie { $0.claims = [("aud", ["client-1", "client-2"])] }, .wrongAudience),
      (Lie { $0.claims = [("aud", ["client-1", "client-2"]), ("azp", "client-2")] }, .wrongAudience),
      (Lie { $0.claims = [("aud", ["client": "client-1"])] }, .wrongAudience),
      (Lie { $0.claims = [("sub", .null)] }, .missingClaim("sub")),
      (Lie { $0.claims = [("sub", "")] }, .impossibleClaim("sub")),
      (Lie { $0.claims = [("sub", 7)] }, .mistypedClaim("sub")),
      (Lie { $0.subject = String(repeating: "s", count: 256) }, .impossibleClaim("sub")),
      (Lie { $0.claims = [("nonce", "other")] }, .wrongNonce),
      (Lie { $0.claims = [("nonce", .null)] }, .missingClaim("nonce")),
      (Lie { $0.claims = [("nonce", "")] }, .wrongNonce),
      (Lie { $0.claims = [("exp", 1_799_999_990)] }, .expired),
      (Lie { $0.claims = [("exp", 1_000_000_000)] }, .expired),
      (Lie { $0.claims = [("exp", .null)] }, .missingClaim("exp")),
      (Lie { $0.claims = [("exp", "1800000600")] }, .mistypedClaim("exp")),
      (Lie { $0.claims = [("iat", 1_800_000_011)] }, .notYetValid),
      (Lie { $0.claims = [("iat", .null)] }, .missingClaim("iat")),
      (Lie { $0.claims = [("nbf", 1_800_000_011)] }, .notYetValid),
      (Lie { $0.claims = [("at_hash", "AAAA")] }, .wrongAccessToken),
      (Lie { $0.givesIDToken = false }, .missing),
    ] as [(Lie, IDTokenProblem)])
  func aTokenThatIsNotRightIsRefused(lie: Lie, problem: IDTokenProblem) {
    let fixture = fixture()
    var behaviour = fixture.behaviour
    lie.tell(&behaviour)
    fixture.behaviour = behaviour
    #expect(throws: OpenIDError.token(problem)) { try claims(at: fixture) }
  }

  /// What one reader takes for one person, and the next for another.
  @Test(arguments: [
    #""sub":"eve","sub":"248289761001""#, #""sub":"248289761001","sub":"248289761001""#,
    #""s\u0075b":"eve","sub":"248289761001""#, #""sub":"248289761001","x":[{"a":1,"a":2}]"#,
    #""sub":"248289761001\u0000""#, #""sub":"248289761001","na\u0000me":1"#,
  ])
  func aTokenThatCanBeReadInTwoWaysIsRefused(subject: String) {
    let fixture = fixture()
    fixture.behaviour.rewrite = (#""sub":"248289761001""#, subject)
    #expect(throws: OpenIDError.token(.ambiguous)) { try claims(at: fixture) }
  }

  @Test func theSameNameMayStandInTwoObjects() throws {
    let fixture = fixture()
    let others = #""sub":"248289761001","a":{"sub":"\"sub\":","b":["sub","sub"]},"c":{"sub":"\\"}"#
    fixture.behaviour.rewrite = (#""sub":"248289761001""#, others)
    #expect(try claims(at: fixture)["a"]?["b"] == ["sub", "sub"])
  }

  // MARK: userinfo

  private static let kim: JSONValue = [
    "sub": "248289761001", "email": "kim@example.com", "email_verified": true, "name": "Kim Lee",
    "given_name": "Kim", "aud": "client-2", "groups": ["admin"],
  ]

  /// What a provider that says `userInfo` says in all.
  private func completed(
    _ fixture: OpenIDProviderFixture, with accessToken: String? = "access-1"
  ) throws -> JSONValue {
    let provider = try ProviderConnection(fixture).provider(of: OpenIDProviderFixture.issuer)
    return try ProviderConnection(fixture).completed(
      try claims(at: fixture), with: accessToken, from: provider)
  }

  @Test(arguments: [nil, "", .null] as [JSONValue?])
  func anAddressThatTheTokenLacksIsAskedFor(email: JSONValue?) throws {
    let fixture = fixture()
    fixture.behaviour.email = nil
    fixture.behaviour.userInfo = Self.kim
    // Nobody vouches for an address that is not there.
    fixture.behaviour.claims = [("email_verified", false)]
    if let email {
      fixture.behaviour.rewrite = (#""email_verified""#, #""email":\#(email.text),"email_verified""#)
    }
    var expected = try claims(at: fixture)
    for name in ["email", "email_verified", "given_name"] { expected[name] = Self.kim[name] }
    var completed = try completed(fixture)
    // New each time.
    (expected["nonce"], completed["nonce"]) = (nil, nil)
    #expect(completed["name"] == "Kim")
    #expect(completed["aud"] == "client-1")
    for member in expected.members ?? [] { #expect(completed[member.name] == member.value) }
    #expect(completed.members?.count == expected.members?.count)
    let asked = try #require(fixture.requests.last)
    #expect((asked.method, asked.path) == (.get, "/userinfo"))
    #expect(asked.headers["Authorization"] == "Bearer access-1")
  }

  @Test func nobodyIsAskedForWhatIsThere() throws {
    let withAddress = fixture()
    withAddress.behaviour.userInfo = Self.kim
    #expect(try completed(withAddress)["given_name"] == nil)
    let withoutToken = fixture()
    withoutToken.behaviour.email = nil
    withoutToken.behaviour.userInfo = Self.kim
    #expect(try completed(withoutToken, with: nil)["email"] == nil)
    let withoutEndpoint = fixture()
    withoutEndpoint.behaviour.email = nil
    #expect(try completed(withoutEndpoint)["email"] == nil)
    for fixture in [withAddress, withoutToken, withoutEndpoint] {
      #expect(!fixture.requests.contains { $0.path == "/userinfo" })
    }
  }

  @Test func anAccessTokenThatDoesNotReachSoFarSignsInWithoutAnAddress() throws {
    let fixture = fixture()
    fixture.behaviour.email = nil
    fixture.behaviour.userInfo = Self.kim
    #expect(try completed(fixture, with: "access-2")["email"] == nil)
    fixture.behaviour.answers["/userinfo"] = .success(HTTPResponse(status: 403))
    #expect(try completed(fixture)["email"] == nil)
  }

  @Test(arguments: ["248289761002", "", nil, 248_289_761_001] as [JSONValue?])
  func whatIsSaidOfAnotherPersonIsRefused(subject: JSONValue?) throws {
    let fixture = fixture()
    fixture.behaviour.email = nil
    var said = Self.kim
    said["sub"] = subject
    fixture.behaviour.userInfo = said
    #expect(throws: OpenIDError.foreignUserInfo) { try completed(fixture) }
  }

  @Test func userInfoThatIsOfNoUseIsNamed() throws {
    let fixture = fixture()
    fixture.behaviour.email = nil
    fixture.behaviour.userInfo = Self.kim
    let address = try #require(EndpointAddress(OpenIDProviderFixture.issuer + "/userinfo"))
    let twice = #"{"sub":"eve","sub":"248289761001","email":"kim@example.com"}"#
    for (answer, error) in [
      (.success(HTTPResponse(status: 500)), .status(address, 500)),
      (
        .success(HTTPResponse(status: 200, body: Data("[]".utf8))), .malformed(address, what: "a JSON object")
      ),
      (
        .success(HTTPResponse(status: 200, body: Data(twice.utf8))),
        .malformed(address, what: "a JSON object")
      ),
      (.failure(.redirected(status: 302)), .unreachable(address, .redirected(status: 302))),
    ] as [(Result<HTTPResponse, HTTPError>, OpenIDError)] {
      fixture.behaviour.answers["/userinfo"] = answer
      #expect(throws: error) { try completed(fixture) }
    }
  }

  @Test func clocksMayDifferALittle() throws {
    let fixture = fixture()
    fixture.behaviour.claims = [("exp", 1_799_999_991), ("iat", 1_800_000_010)]
    #expect(try claims(at: fixture)["sub"] == "248289761001")
  }

  @Test func aTokenForSeveralSaysWhichOfThemAsked() throws {
    let fixture = fixture()
    fixture.behaviour.claims = [("aud", ["client-1", "client-2"]), ("azp", "client-1")]
    #expect(try claims(at: fixture)["sub"] == "248289761001")
  }

  @Test func aProviderWithOneKeyNeedNotNameIt() throws {
    let fixture = fixture()
    fixture.behaviour.keyID = nil
    #expect(try claims(at: fixture)["sub"] == "248289761001")
  }

  @Test(
    arguments: [
      ("/.well-known/openid-configuration", .failure(.timedOut(seconds: 15))),
      ("/.well-known/openid-configuration", .failure(.redirected(status: 302))),
      ("/token", .failure(.cutOff)),
      ("/keys", .failure(.tooLarge(limit: 1))),
    ] as [(String, Result<HTTPResponse, HTTPError>)])
  func whoCannotBeReachedIsNamed(path: String, answer: Result<HTTPResponse, HTTPError>) throws {
    let fixture = fixture()
    fixture.behaviour.answers[path] = answer
    let address = try #require(EndpointAddress(OpenIDProviderFixture.issuer + path))
    guard case .failure(let error) = answer else { return }
    #expect(throws: OpenIDError.unreachable(address, error)) { try claims(at: fixture) }
  }

  @Test(arguments: ["<html>", "", "[]", "\"yes\"", "{\"access_token\":", "nul\0"])
  func garbageIsNoAnswer(body: String) throws {
    for path in ["/.well-known/openid-configuration", "/token", "/keys"] {
      let fixture = fixture()
      fixture.behaviour.answers[path] = .success(HTTPResponse(status: 200, body: Data(body.utf8)))
      let address = try #require(EndpointAddress(OpenIDProviderFixture.issuer + path))
      #expect(throws: OpenIDError.malformed(address, what: "a JSON object")) { try claims(at: fixture) }
    }
  }

  @Test func aPageAboutTroubleIsNamedByItsStatus() throws {
    let fixture = fixture()
    fixture.behaviour.answers["/token"] = .success(HTTPResponse(status: 502, body: Data("<html>".utf8)))
    let address = try #require(EndpointAddress(OpenIDProviderFixture.issuer + "/token"))
    #expect(throws: OpenIDError.status(address, 502)) { try claims(at: fixture) }
  }

  @Test func aDeviceAsksUntilItIsAnswered() throws {
    let fixture = fixture()
    let connection = ProviderConnection(fixture)
    let provider = try connection.provider(of: OpenIDProviderFixture.issuer)
    let client = OAuthClient(id: "client-1")
    let device = try connection.deviceAuthorization(with: provider, as: client, scopes: ["openid"])
    #expect(device.userCode == "WDJB-MJHT")
    #expect(device.verificationURI == "https://id.example/activate")
    #expect((device.interval, device.lifetime) == (.seconds(5), .seconds(300)))
    fixture.behaviour.deviceErrors = ["authorization_pending", "slow_down", "expired_token"]
    #expect(try connection.poll(device, with: provider, as: client) == .pending)
    #expect(try connection.poll(device, with: provider, as: client) == .slowDown)
    #expect(throws: OpenIDError.refused(code: "expired_token", description: nil)) {
      try connection.poll(device, with: provider, as: client)
    }
    guard case .granted(let answer) = try connection.poll(device, with: provider, as: client) else {
      Issue.record("no tokens")
      return
    }
    let check = provider.tokenCheck(for: "client-1", nonce: nil)
    #expect(
      try connection.claims(of: answer.idToken, from: provider, by: check, at: clock.now)["sub"]
        == "248289761001")
  }

  /// Unicode takes a Kelvin sign for a K.
  @Test func clientsAndIssuersAreNamedByTheirBytes() throws {
    func problem(_ issuer: String, _ client: String) -> IDTokenProblem? {
      let claims = """
        {"iss":"https://id.example/K","aud":["clientK","other"],"azp":"clientK","sub":"kim",\
        "iat":1800000000,"exp":1800000060}
        """
      let token = [#"{"alg":"RS256"}"#, claims, "s"].map { Base64URL.encode($0.utf8) }.joined(separator: ".")
      do throws(IDTokenProblem) {
        let check = OpenIDProvider.tokenCheck(ofConfigured: issuer, for: client)
        _ = try check.claims(of: JWT(token), at: clock.now)
        return nil
      } catch { return error }
    }
    #expect(problem("https://id.example/K", "clientK") == nil)
    #expect(problem("https://id.example/\u{212A}", "clientK") == .wrongIssuer)
    #expect(problem("https://id.example/K", "client\u{212A}") == .wrongAudience)
  }

  @Test func aDevicesClientSaysWhoItIsFromTheFirst() throws {
    let fixture = fixture(secret: "s3cret")
    let connection = ProviderConnection(fixture)
    let provider = try connection.provider(of: OpenIDProviderFixture.issuer)
    let client = OAuthClient(id: "client-1", secret: "s3cret")
    _ = try connection.deviceAuthorization(with: provider, as: client, scopes: ["openid"])
    let sent = try #require(fixture.requests.last)
    #expect(sent.headers["Authorization"] == "Basic " + Data("client-1:s3cret".utf8).base64EncodedString())
    #expect(String(decoding: sent.body, as: UTF8.self) == "scope=openid")
  }

  @Test func aProviderWithoutDevicesSaysSo() throws {
    let fixture = fixture()
    fixture.behaviour.document = [("device_authorization_endpoint", .null)]
    let connection = ProviderConnection(fixture)
    let provider = try connection.provider(of: OpenIDProviderFixture.issuer)
    #expect(throws: OpenIDError.unsupported("device_authorization_endpoint")) {
      try connection.deviceAuthorization(with: provider, as: OAuthClient(id: "client-1"), scopes: [])
    }
  }
}

/// One thing that a provider does wrong.
struct Lie: Sendable {
  let tell: @Sendable (inout OpenIDProviderFixture.Behaviour) -> Void

  init(_ tell: @escaping @Sendable (inout OpenIDProviderFixture.Behaviour) -> Void) {
    self.tell = tell
  }
}
