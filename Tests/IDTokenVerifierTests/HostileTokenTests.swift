import Crypto
import Essentials
import HTTP
import IDTokenVerifier
import IdentityToolkit
import TestSupport
import Testing

@Suite struct HostileTokenTests {
  private static let time = Mint.time

  @Test(
    arguments: [
      (["aud": "demo-other"], TokenError.wrongProject),
      (["aud": nil], .malformed(reason: "it has no claim aud")),
      (["aud": ["demo-test"]], .malformed(reason: "the claim aud is of another type")),
      (["iss": "https://securetoken.google.com/demo-other"], .wrongIssuer),
      (["iss": "https://securetoken.google.com/demo-test/"], .wrongIssuer),
      (["iss": "https://identitytoolkit.google.com/"], .wrongIssuer),
      (["iss": "https://session.firebase.google.com/demo-test"], .wrongIssuer),
      (["iss": nil], .malformed(reason: "it has no claim iss")),
      (["sub": nil], .malformed(reason: "it has no claim sub")),
      (["sub": ""], .malformed(reason: "sub is not a user ID of 1 to 128 characters")),
      (
        ["sub": .string(String(repeating: "k", count: 129))],
        .malformed(reason: "sub is not a user ID of 1 to 128 characters")
      ),
      (["sub": 7], .malformed(reason: "the claim sub is of another type")),
      (["exp": nil], .malformed(reason: "it has no claim exp")),
      (["exp": "never"], .malformed(reason: "the claim exp is of another type")),
      (["exp": .integer(time - 10)], .expired),
      (["exp": .integer(-1)], .expired),
      (["iat": nil], .malformed(reason: "it has no claim iat")),
      (["iat": .integer(time + 11)], .notYetValid),
      (["auth_time": nil], .malformed(reason: "it has no claim auth_time")),
      (["auth_time": .integer(time + 11)], .notYetValid),
      (["nbf": .integer(time + 11)], .notYetValid),
      (["firebase": ["tenant": "acme"]], .wrongTenant),
      (["firebase": ["tenant": ""]], .wrongTenant),
      (["firebase": ["tenant": 1]], .malformed(reason: "the claim firebase.tenant is of another type")),
      (["firebase": "acme"], .malformed(reason: "the claim firebase is of another type")),
    ] as [([String: JSONValue?], TokenError)])
  func aWrongClaimIsRefused(_ changes: [String: JSONValue?], error: TokenError) async {
    let harness = VerifierHarness()
    #expect(await harness.refusal(Mint.token(Mint.claims(changes))) == error)
    #expect(error.isRefusal)
    // Nobody is asked for keys because of it.
    #expect(harness.service.requests == [])
  }

  @Test func aUserIDMayHave128Characters() async {
    let harness = VerifierHarness()
    let longest = JSONValue.string(String(repeating: "ü", count: 128))
    #expect(await harness.refusal(Mint.token(Mint.claims(["sub": longest]))) == nil)
  }

  @Test func clocksMayDifferByTheLeeway() async {
    let harness = VerifierHarness()
    let time = Self.time
    #expect(await harness.refusal(Mint.token(Mint.claims(["exp": .integer(time - 9)]))) == nil)
    #expect(await harness.refusal(Mint.token(Mint.claims(["exp": .integer(time - 10)]))) == .expired)
    for name in ["iat", "auth_time", "nbf"] {
      #expect(await harness.refusal(Mint.token(Mint.claims([name: .integer(time + 10)]))) == nil)
    }
    let exact = VerifierHarness { $0.leeway = .zero }
    #expect(await exact.refusal(Mint.token(Mint.claims(["exp": .integer(time + 1)]))) == nil)
    #expect(await exact.refusal(Mint.token(Mint.claims(["exp": .integer(time)]))) == .expired)
    #expect(await exact.refusal(Mint.token(Mint.claims(["iat": .integer(time)]))) == nil)
    #expect(await exact.refusal(Mint.token(Mint.claims(["iat": .integer(time + 1)]))) == .notYetValid)
    let negative = VerifierHarness { $0.leeway = .seconds(-100) }
    #expect(await negative.refusal(Mint.token(Mint.claims(["exp": .integer(time + 1)]))) == nil)
    let most = VerifierHarness { $0.leeway = .seconds(100_000) }
    #expect(await most.refusal(Mint.token(Mint.claims(["exp": .integer(time - 59)]))) == nil)
    #expect(await most.refusal(Mint.token(Mint.claims(["exp": .integer(time - 60)]))) == .expired)
  }

  @Test(arguments: [
    (#"{"alg":"none","kid":"k1"}"#, TokenError.unsigned),
    (#"{"alg":"None","kid":"k1"}"#, .wrongAlgorithm),
    (#"{"alg":"HS256","kid":"k1"}"#, .wrongAlgorithm),
    (#"{"alg":"PS256","kid":"k1"}"#, .wrongAlgorithm),
    (#"{"alg":"rs256","kid":"k1"}"#, .wrongAlgorithm),
    (#"{"alg":"RS256"}"#, .unknownKey),
    (#"{"alg":"RS256","kid":""}"#, .unknownKey),
    (#"{"alg":"RS256","kid":"K1"}"#, .unknownKey),
    (#"{"alg":"RS256","kid":"../k1"}"#, .unknownKey),
    (#"{"alg":"RS256","kid":"k1\u0000"}"#, .unknownKey),
    (#"{"alg":"RS256","kid":["k1"]}"#, .malformed(reason: "it is not a JWT")),
    (
      #"{"alg":"RS256","kid":"k1","crit":["exp"]}"#,
      .malformed(reason: "it demands an extension that is not known")
    ),
    (#"{"kid":"k1"}"#, .malformed(reason: "it is not a JWT")),
    ("{}", .malformed(reason: "it is not a JWT")),
  ])
  func theHeaderDecidesNothing(_ header: String, error: TokenError) async {
    let token = Mint.token(payload: Mint.claims().text, header: header)
    #expect(await VerifierHarness().refusal(token) == error)
  }

  /// Keys in the header, or where to fetch some, are nobody's business.
  @Test func aKeyThatTheTokenBringsAlongDoesNotCount() async {
    let harness = VerifierHarness()
    let header: JSONValue = [
      "alg": "RS256", "kid": "k1", "jku": "https://evil.example/keys",
      "jwk": [
        "kty": "RSA", "n": .string(Base64URL.encode(TestKey.second.publicKey.modulus)), "e": "AQAB",
      ],
      "x5c": [.string(TestKey.certificate(of: TestKey.second))],
    ]
    #expect(await harness.refusal(Mint.token(header: header, signedBy: TestKey.second)) == .badSignature)
    #expect(harness.service.requests.map(\.origin) == ["https://www.googleapis.com"])
  }

  @Test func thePublicKeyIsNoSharedSecret() async throws {
    let harness = VerifierHarness()
    for secret in [
      Array(TestKey.certificate(of: TestKey.first).utf8), TestKey.first.publicKey.modulus,
    ] {
      for name in ["HS256", "RS256"] {
        let header = Base64URL.encode(#"{"alg":"\#(name)","kid":"k1"}"#.utf8)
        let signed = header + "." + Base64URL.encode(Mint.claims().text.utf8)
        let code = Digest.hmacSHA256(Array(signed.utf8), key: secret)
        let refusal = await harness.refusal(signed + "." + Base64URL.encode(code))
        #expect(refusal == (name == "HS256" ? .wrongAlgorithm : .badSignature))
      }
    }
  }

  @Test func aTokenCannotBeChanged() async throws {
    let harness = VerifierHarness()
    let token = Mint.token()
    let parts = token.split(separator: ".").map(String.init)
    let others = Base64URL.encode(Mint.claims(["sub": "eve"]).text.utf8)
    #expect(await harness.refusal("\(parts[0]).\(others).\(parts[2])") == .badSignature)
    #expect(await harness.refusal("\(parts[0]).\(parts[1]).") == .badSignature)
    var signature = try #require(Base64URL.decode(parts[2]))
    for place in [0, signature.count / 2, signature.count - 1] {
      signature[place] ^= 1
      #expect(
        await harness.refusal("\(parts[0]).\(parts[1]).\(Base64URL.encode(signature))") == .badSignature)
      signature[place] ^= 1
    }
    for extra in [Array(signature.dropLast()), signature + [0], [0] + signature] {
      #expect(await harness.refusal("\(parts[0]).\(parts[1]).\(Base64URL.encode(extra))") == .badSignature)
    }
    // Of another key under a known name.
    #expect(await harness.refusal(Mint.token(signedBy: TestKey.second)) == .badSignature)
  }

  @Test(arguments: [
    "", ".", "..", "...", "a.b.c", "Bearer ", "not a token", "🙂.🙂.🙂", "\u{0}",
    String(repeating: ".", count: 16_000),
    "eyJhbGciOiJSUzI1NiIsImtpZCI6ImsxIn0..", "eyJhbGciOiJSUzI1NiIsImtpZCI6ImsxIn0.W10.",
  ])
  func whatIsNoTokenIsMalformed(_ text: String) async {
    let harness = VerifierHarness()
    guard case .malformed? = await harness.refusal(text) else {
      Issue.record("\(text) is taken for a token")
      return
    }
    #expect(harness.service.requests == [])
  }

  @Test func aTokenHasOneSpelling() async {
    let harness = VerifierHarness()
    let token = Mint.token()
    for other in [token + "=", " " + token, token + " ", token + "\n", "Bearer " + token, token + "."] {
      #expect(await harness.refusal(other) == .malformed(reason: "it is not a JWT"))
    }
    #expect(await harness.refusal(token) == nil)
  }

  @Test func sizeAndDepthAreLimitedBeforeAnythingIsRead() async {
    let harness = VerifierHarness()
    let large = Mint.token(Mint.claims(["pad": .string(String(repeating: "x", count: 12_000))]))
    #expect(await harness.refusal(large) == .malformed(reason: "it is longer than 16384 bytes"))
    #expect(
      await harness.refusal(String(repeating: "x", count: 1 << 24))
        == .malformed(reason: "it is longer than 16384 bytes"))
    let deep = #"{"a":"# + String(repeating: "[", count: 3000) + String(repeating: "]", count: 3000) + "}"
    let header = #"{"alg":"RS256","kid":"k1"}"#
    #expect(
      await harness.refusal(Mint.token(payload: deep, header: header))
        == .malformed(reason: "its claims are not a JSON object"))
    let fitting = Mint.token(Mint.claims(["pad": .string(String(repeating: "x", count: 11_000))]))
    #expect(await harness.refusal(fitting) == nil)
  }

  @Test func aSessionCookieIsNoIDToken() async {
    let harness = VerifierHarness()
    let (token, cookie) = (Mint.token(), Mint.token(Mint.cookie))
    #expect(await harness.refusal(token) == nil)
    #expect(await harness.cookieRefusal(cookie) == nil)
    #expect(await harness.refusal(cookie) == .wrongIssuer)
    #expect(await harness.cookieRefusal(token) == .wrongIssuer)
  }

  @Test func theKeysOfOneKindDoNotSignTheOther() async {
    let harness = VerifierHarness()
    #expect(await harness.refusal(Mint.token()) == nil)
    harness.service.keys = .json(TestKey.document(["k2": TestKey.second]))
    #expect(await harness.cookieRefusal(Mint.token(Mint.cookie)) == .unknownKey)
    let own = Mint.token(Mint.cookie, header: ["alg": "RS256", "kid": "k2"], signedBy: TestKey.second)
    #expect(await harness.cookieRefusal(own) == nil)
  }

  @Test func aCustomTokenIsNoIDToken() async {
    let custom = Mint.token([
      "iss": "admin@demo-test.iam.gserviceaccount.com", "sub": "admin@demo-test.iam.gserviceaccount.com",
      "aud":
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit",
      "uid": "kim", "iat": .integer(Self.time), "exp": .integer(Self.time + 3600),
    ])
    #expect(await VerifierHarness().refusal(custom) == .wrongProject)
  }

  /// Unicode takes a Kelvin sign for a K.
  @Test func aProjectIsNamedByItsBytes() async {
    let harness = VerifierHarness { ($0.projectID, $0.tenants) = ("demo\u{212A}", .only("a\u{212A}")) }
    func refusal(_ project: String, _ tenant: String) async -> TokenError? {
      await harness.refusal(
        Mint.token(
          Mint.claims([
            "aud": .string(project), "iss": .string("https://securetoken.google.com/" + project),
            "firebase": ["tenant": .string(tenant)],
          ])))
    }
    #expect(await refusal("demoK", "a\u{212A}") == .wrongProject)
    #expect(await refusal("demo\u{212A}", "aK") == .wrongTenant)
    #expect(await refusal("demo\u{212A}", "a\u{212A}") == nil)
  }

  /// Every error that a token causes, as text, and nothing of the token in it.
  @Test func anErrorNeverShowsTheToken() async {
    let harness = VerifierHarness()
    let mark = "geheim"
    for token in [
      Mint.token(Mint.claims(["aud": .string(mark)])),
      Mint.token(Mint.claims(["sub": .string(mark), "iat": "geheim"])),
      Mint.token(header: ["alg": .string(mark)]), Mint.token(header: ["alg": "RS256", "kid": .string(mark)]),
      mark, "\(mark).\(mark).\(mark)", Mint.token(Mint.claims([mark: 1, "exp": [:]])),
      Mint.token(payload: mark, header: #"{"alg":"RS256","kid":"k1"}"#),
    ] {
      let refusal = await harness.refusal(token)
      #expect(refusal != nil)
      var text = refusal?.description ?? ""
      dump(refusal, to: &text)
      #expect(text.firstRange(of: mark) == nil)
      #expect(text.firstRange(of: token) == nil)
    }
  }
}
