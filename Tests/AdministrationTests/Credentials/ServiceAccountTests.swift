import Administration
import Crypto
import Essentials
import HTTP
import IDTokens
import IdentityToolkit
import TestSupport
import Testing

@Suite struct ServiceAccountTests {
  private let file = CredentialFixture.serviceAccount

  private func assertion(in request: HTTPRequest) throws -> String {
    let form = try #require(FormEncoding.decode(String(decoding: request.body, as: UTF8.self)))
    #expect(form.map(\.name) == ["grant_type", "assertion"])
    #expect(form.first?.value == "urn:ietf:params:oauth:grant-type:jwt-bearer")
    return try #require(form.last?.value)
  }

  @Test func aKeySignsAnAssertionThatBecomesAToken() throws {
    let clock = TestClock()
    let attempt = TokenAttempt(file, .token(), clock: clock)
    let token = try attempt.outcome.get()
    #expect(token.text == "ya29.token")
    #expect(token.owner == .workload)
    #expect(token.quotaProject == nil)
    #expect(token.expiry == clock.now + 3539)

    let request = try #require(attempt.requests.first)
    let assertion = try assertion(in: request)
    let body =
      "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(assertion)"
    let expected = HTTPRequest(
      method: .post, origin: "https://oauth2.googleapis.com", path: "/token",
      headers: CredentialFixture.formHeaders, body: Data(body.utf8))
    #expect(attempt.requests == [expected])

    let jwt = try JWT(assertion)
    try jwt.verify(with: CredentialFixture.key.publicKey)
    #expect(jwt.algorithm == "RS256")
    #expect(jwt.keyID == "key-1")
    let claims: JSONValue = [
      "aud": "https://oauth2.googleapis.com/token", "exp": 1_800_003_600, "iat": 1_800_000_000,
      "iss": "ci@demo.iam.gserviceaccount.com",
      "scope": .string(CredentialFixture.scopes.joined(separator: " ")),
    ]
    #expect(JSONValue(json: jwt.payload) == claims)
  }

  @Test func theAudienceIsTheFilesTokenURI() throws {
    let attempt = TokenAttempt(file.with("token_uri", "http://127.0.0.1:9099/token"), .token())
    let request = try #require(attempt.requests.first)
    #expect(request.url == "http://127.0.0.1:9099/token")
    let jwt = try JWT(try assertion(in: request))
    #expect(JSONValue(json: jwt.payload)?["aud"] == "http://127.0.0.1:9099/token")
  }

  @Test func aFileWithoutTokenURIUsesGoogles() throws {
    let attempt = TokenAttempt(file.with("token_uri", nil), .token())
    #expect(attempt.requests.map(\.url) == ["https://oauth2.googleapis.com/token"])
  }

  @Test func aFileWithoutKeyIDNamesNone() throws {
    let attempt = TokenAttempt(file.with("private_key_id", nil), .token())
    let jwt = try JWT(try assertion(in: try #require(attempt.requests.first)))
    #expect(jwt.keyID == nil)
  }

  @Test func theQuotaProjectIsKept() throws {
    let attempt = TokenAttempt(file.with("quota_project_id", "billing"), .token())
    #expect(try attempt.outcome.get().quotaProject == "billing")
  }

  @Test(arguments: ["client_email", "private_key", "type"])
  func aMissingMemberIsNamed(name: String) {
    #expect(TokenAttempt(file.with(name, nil)).error == .missingMember(name))
    #expect(TokenAttempt(file.with(name, .null)).error == .missingMember(name))
  }

  @Test(arguments: [
    "client_email", "private_key", "private_key_id", "token_uri", "type", "quota_project_id",
    "universe_domain",
  ])
  func aMemberOfAnotherTypeIsNamed(name: String) {
    for value: JSONValue in [1, true, [:], ["x"], ""] {
      #expect(TokenAttempt(file.with(name, value)).error == .invalidMember(name))
    }
  }

  @Test(arguments: ["a b", "a\r\nX-Header: 1", "é", String(repeating: "a", count: 129)])
  func aQuotaProjectMustFitIntoAHeader(id: String) {
    #expect(
      TokenAttempt(file.with("quota_project_id", .string(id))).error == .invalidMember("quota_project_id"))
  }

  @Test func aKeyThatIsNotAnRSAKeyIsRefused() throws {
    let p256 = Data(try PrivateKey.p256().der).base64EncodedString()
    for key in [
      "hello", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
      "-----BEGIN EC PRIVATE KEY-----\n\(p256)\n-----END EC PRIVATE KEY-----\n",
      String(CredentialFixture.pem.dropLast(100)),
    ] {
      let attempt = TokenAttempt(file.with("private_key", .string(key)))
      #expect(attempt.error == .unreadableKey(member: "private_key"))
    }
  }

  @Test func aWeakKeyIsRefused() throws {
    var der = Data(CredentialFixture.key.der)
    // The exponent becomes even.
    der[try #require(der.firstRange(of: [2, 3, 1, 0, 1])).upperBound - 1] = 0
    let text = der.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    let key = "-----BEGIN RSA PRIVATE KEY-----\n\(text)\n-----END RSA PRIVATE KEY-----\n"
    #expect(
      TokenAttempt(file.with("private_key", .string(key))).error == .unreadableKey(member: "private_key"))
  }
}
