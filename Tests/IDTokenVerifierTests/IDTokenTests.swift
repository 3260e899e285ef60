import Essentials
import HTTP
import IDTokenVerifier
import IdentityToolkit
import TestSupport
import Testing

@Suite struct IDTokenTests {
  @Test func aTokenSaysWhoSignedInAndHow() async throws {
    let harness = VerifierHarness { $0.tenants = .only("acme") }
    let token = try await harness.verifier.verify(
      idToken: Mint.token(
        Mint.claims([
          "email": "kim@example.com", "email_verified": true, "phone_number": "+16505550101", "name": "Kim",
          "picture": "https://example.com/kim.png", "role": "admin", "level": 3, "share": .number(0.5),
          "beta": true,
          "groups": ["a", nil], "home": ["city": "Oslo"],
          "firebase": [
            "identities": [:], "sign_in_provider": "password", "sign_in_second_factor": "totp",
            "second_factor_identifier": "f1", "tenant": "acme",
          ],
        ])))
    #expect(token.uid == "kim")
    #expect(token.issuer == "https://securetoken.google.com/demo-test")
    #expect(token.authTime == Date(timeIntervalSince1970: 1_799_999_400))
    #expect(token.issuedAt == Date(timeIntervalSince1970: 1_799_999_940))
    #expect(token.expiresAt == Date(timeIntervalSince1970: 1_800_003_540))
    #expect(token.email == "kim@example.com")
    #expect(token.isEmailVerified)
    #expect(token.phoneNumber == "+16505550101")
    #expect(token.name == "Kim")
    #expect(token.picture == "https://example.com/kim.png")
    #expect(token.signInProvider == "password")
    #expect(token.signInSecondFactor == "totp")
    #expect(token.secondFactorIdentifier == "f1")
    #expect(token.tenantID == "acme")
    #expect(
      token.customClaims == [
        "role": "admin", "level": 3, "share": 0.5, "beta": true, "groups": ["a", nil],
        "home": ["city": "Oslo"],
      ])
    #expect(token.claims["home"]?["city"]?.string == "Oslo")
    #expect(token.claims["share"]?.number == 0.5)
    #expect(token.claims["level"]?.number == 3)
    #expect(token.claims["groups"]?.array == ["a", nil])
    #expect(token.claims["aud"] == "demo-test")
    struct Access: Decodable, Equatable {
      var role: String
      var level: Int
    }
    #expect(try token.claims(as: Access.self) == Access(role: "admin", level: 3))
    struct Missing: Decodable { var badge: String }
    #expect(throws: DecodingError.self) { try token.claims(as: Missing.self) }
    #expect("\(token)" == #"the token of the user "kim""#)
    var dumped = ""
    dump(token, to: &dumped)
    #expect(dumped == "▿ the token of the user \"kim\"\n  - uid: \"kim\"\n")
  }

  /// What is checked of a claim that a token has twice is what is shown of it, under each name that it has.
  @Test func aRepeatedClaimHasOneValue() async throws {
    let claims = Mint.claims().text.dropLast()
    let token = try await VerifierHarness().verifier.verify(
      idToken: Mint.token(
        payload:
          #"\#(claims),"sub":"eve","aud":"demo-other","role":"user","role":"admin","a":{"b":1,"b":2}}"#,
        header: #"{"alg":"RS256","kid":"k1"}"#))
    #expect(token.uid == "kim")
    #expect(token.claims["sub"] == "kim" && token.claims["aud"] == "demo-test")
    struct Roles: Decodable { var role: String }
    #expect(try token.claims["role"]?.string == token.claims(as: Roles.self).role)
    #expect(token.claims["a"] == ["b": 1])
  }

  @Test func aProxysPasswordIsNotShown() {
    var options = TokenVerifier.Options(projectID: "demo-test")
    options.proxy = "http://kim:secret@proxy.example:3128"
    options.apiKey = "the-secret-key"
    var dumped = ""
    dump(options, to: &dumped)
    dump(TokenVerifier(options), to: &dumped)
    #expect("\(options)" == #"the options of a verifier for the project "demo-test""#)
    #expect(!(dumped + String(reflecting: options)).contains("secret"))
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.min)])
  func anyDurationCanBeGiven(_ duration: Duration) async {
    let harness = VerifierHarness { $0.leeway = duration }
    #expect(await harness.refusal(Mint.token()) == nil)
    var options = TokenVerifier.Options(projectID: "demo-test")
    options.issuer = .emulator(host: "127.0.0.1", port: 1)
    (options.requestTimeout, options.connectTimeout) = (duration, duration)
    // Answered by a refusal, or not in a millisecond.
    let verifier = TokenVerifier(options)
    let token = Mint.unsigned(
      Mint.claims([
        "exp": .integer(Int64(Date().timeIntervalSince1970) + 3600), "iat": 1, "auth_time": 1,
      ]))
    await #expect {
      try await verifier.verify(idToken: token, checkRevoked: true)
    } throws: { error in
      if case .revocationUnavailable? = error as? TokenError { true } else { false }
    }
  }

  @Test func customClaimsMayHaveTheNamesOfTheProfile() async throws {
    let token = try await VerifierHarness().verifier.verify(
      idToken: Mint.token(Mint.claims(["name": 3, "picture": [:], "email": true, "email_verified": "yes"])))
    #expect([token.name, token.picture, token.email] == [nil, nil, nil])
    #expect(!token.isEmailVerified)
  }

  @Test func aTokenOfTheLocalServerIsVerifiedByItsPublishedKeys() async throws {
    let server = try EmbeddedServer()
    let verifier = server.verifier { $0.issuer = .localServer(origin: "http://127.0.0.1:9099/") }
    let kim = try server.signUp()
    _ = try server.call(UpdateAccount.self, asOwner: true) {
      $0.localId = kim.localId
      $0.customAttributes = #"{"role":"admin"}"#
    }
    let idToken = try #require(try server.signIn().idToken)
    let token = try await verifier.verify(idToken: idToken, checkRevoked: true)
    #expect(token.uid == kim.localId)
    #expect(token.email == "kim@example.com")
    #expect(token.signInProvider == "password")
    #expect(token.customClaims == ["role": "admin"])
    let cookie = try server.sessionCookie(idToken)
    #expect(
      try await verifier.verify(sessionCookie: cookie).issuer
        == "https://session.firebase.google.com/demo-test")
    await #expect(throws: TokenError.wrongIssuer) { try await verifier.verify(idToken: cookie) }
    await #expect(throws: TokenError.wrongIssuer) { try await verifier.verify(sessionCookie: idToken) }
  }

  @Test func aTokenOfATenantIsForWhoAcceptsIt() async throws {
    let server = try EmbeddedServer()
    let acme = try server.makeTenant()
    let origin = TokenIssuer.localServer(origin: "http://127.0.0.1:9099")
    let ofNone = try #require(try server.signUp().idToken)
    let ofAcme = try #require(try server.signUp(in: acme).idToken)
    for (tenants, ofNoneRefusal, ofAcmeRefusal) in [
      (.none, nil, .wrongTenant), (.only(acme), .wrongTenant, nil),
      (.only("other"), .wrongTenant, .wrongTenant), (.any, nil, nil),
    ] as [(AcceptedTenants, TokenError?, TokenError?)] {
      let verifier = server.verifier { ($0.issuer, $0.tenants, $0.apiKey) = (origin, tenants, "k") }
      func refusal(_ token: String) async -> TokenError? {
        do throws(TokenError) {
          _ = try await verifier.verify(idToken: token, checkRevoked: true)
          return nil
        } catch {
          return error
        }
      }
      #expect(await refusal(ofNone) == ofNoneRefusal)
      #expect(await refusal(ofAcme) == ofAcmeRefusal)
    }
  }

  @Test func keysComeFromTheServicesAddresses() async throws {
    let harness = VerifierHarness()
    _ = try await harness.verifier.verify(idToken: Mint.token())
    _ = try await harness.verifier.verify(sessionCookie: Mint.token(Mint.cookie))
    #expect(
      harness.service.requests.map { "\($0.method.rawValue) \($0.url)" } == [
        "GET https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com",
        "GET https://www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys",
      ])
  }
}
