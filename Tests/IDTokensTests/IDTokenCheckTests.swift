import Crypto
import Essentials
import IDTokens
import IdentityToolkit
import Testing

@Suite struct IDTokenCheckTests {
  private static let time: Int64 = 1_800_000_000
  private static let now = Date(timeIntervalSince1970: Double(time))
  private static let keys = KeySet(testKey.publicKey, id: "k1")

  private static let service: JSONValue = [
    "iss": "https://issuer.example", "aud": "demo-test", "sub": "kim", "iat": .integer(time - 60),
    "exp": .integer(time + 3540), "auth_time": .integer(time - 600),
    "firebase": ["sign_in_provider": "password", "tenant": "acme"],
  ]
  private static let openID: JSONValue = [
    "iss": "https://issuer.example", "aud": "client", "sub": "kim", "iat": .integer(time),
    "exp": .integer(time + 600), "nonce": "n",
  ]

  private static func check(_ kind: IDTokenCheck.Kind, _ audience: String) -> IDTokenCheck {
    IDTokenCheck(kind, for: audience, from: ["https://other.example", "https://issuer.example"])
  }

  /// Claims that are changed, what is wrong with them, and settings of the check.
  struct Case: Sendable, CustomTestStringConvertible {
    var changes: [String: JSONValue?]
    var problem: IDTokenProblem?
    var set: @Sendable (inout IDTokenCheck) -> Void

    init(
      _ changes: [String: JSONValue?], _ problem: IDTokenProblem?,
      set: @escaping @Sendable (inout IDTokenCheck) -> Void = { _ in }
    ) {
      (self.changes, self.problem, self.set) = (changes, problem, set)
    }

    var testDescription: String {
      changes.map { "\($0.key)=\($0.value?.text ?? "nothing")" }.sorted().joined(separator: " ")
    }
  }

  private static func problem(_ text: String, _ check: IDTokenCheck, _ keys: KeySet?) -> IDTokenProblem? {
    do throws(IDTokenProblem) {
      let token = try check.token(text, signedBy: keys, at: now)
      #expect(token.json["sub"]?.string == token.subject)
      return nil
    } catch { return error }
  }

  private static func problem(
    _ one: Case, of claims: JSONValue, by check: IDTokenCheck
  ) throws -> IDTokenProblem? {
    var (claims, check) = (claims, check)
    for (name, value) in one.changes { claims[name] = value }
    one.set(&check)
    return problem(try JWT.signed(claims, by: testKey, id: "k1"), check, keys)
  }

  /// What counts for every kind of tokens.
  private static let common: [Case] = [
    Case([:], nil),
    Case(["iss": "https://other.example"], nil),
    Case(["iss": "https://issuer.example/"], .wrongIssuer),
    Case(["iss": nil], .missingClaim("iss")),
    Case(["iss": 1], .mistypedClaim("iss")),
    Case(["aud": "another"], .wrongAudience),
    Case(["aud": nil], .missingClaim("aud")),
    Case(["sub": nil], .missingClaim("sub")),
    Case(["sub": .null], .missingClaim("sub")),
    Case(["sub": 7], .mistypedClaim("sub")),
    Case(["sub": ""], .impossibleClaim("sub")),
    Case(["exp": nil], .missingClaim("exp")),
    Case(["exp": "never"], .mistypedClaim("exp")),
    Case(["exp": .integer(time - 9)], nil),
    Case(["exp": .integer(time - 10)], .expired),
    Case(["exp": .number(Double(time) - 9.5)], nil),
    Case(["exp": .integer(time - 299)], nil) { $0.expiryLeeway = 300 },
    Case(["exp": .integer(time - 300)], .expired) { $0.expiryLeeway = 300 },
    Case(["exp": 1], nil) { $0.expiryLeeway = .infinity },
    Case(["exp": -1], .expired),
    Case(["exp": 253_402_300_800], .impossibleClaim("exp")),
    Case(["exp": .number(1e300)], .impossibleClaim("exp")),
    Case(["iat": nil], .missingClaim("iat")),
    Case(["iat": true], .mistypedClaim("iat")),
    Case(["iat": .integer(time + 10)], nil),
    Case(["iat": .integer(time + 11)], .notYetValid),
    Case(["iat": .integer(time + 300)], nil) { $0.startLeeway = 300 },
    Case(["iat": .integer(time + 301)], .notYetValid) { $0.startLeeway = 300 },
    Case(["iat": .integer(time + 9999)], nil) { $0.startLeeway = .infinity },
    Case(["iat": -1], .impossibleClaim("iat")),
    Case(["nbf": .integer(time + 10)], nil),
    Case(["nbf": .integer(time + 11)], .notYetValid),
    Case(["nbf": "x"], .mistypedClaim("nbf")),
    Case(["name": 3, "email": [:], "extra": [["a": 1]]], nil),
  ]

  private static let ofService: [Case] = [
    Case(["sub": .string(String(repeating: "ü", count: 128))], nil),
    Case(["sub": .string(String(repeating: "u", count: 129))], .impossibleClaim("sub")),
    Case(["aud": ["demo-test"]], .mistypedClaim("aud")),
    Case(["auth_time": nil], .missingClaim("auth_time")),
    Case(["auth_time": .integer(time + 10)], nil),
    Case(["auth_time": .integer(time + 11)], .notYetValid),
    Case(["auth_time": -1], .impossibleClaim("auth_time")),
    Case(["firebase": ["tenant": "other"]], .wrongTenant),
    Case(["firebase": ["tenant": ""]], .wrongTenant),
    Case(["firebase": [:]], .wrongTenant),
    Case(["firebase": nil], .wrongTenant),
    Case(["firebase": ["tenant": 1]], .mistypedClaim("firebase.tenant")),
    Case(
      ["firebase": ["tenant": "acme", "sign_in_provider": 1]], .mistypedClaim("firebase.sign_in_provider")),
    Case(["firebase": "acme"], .mistypedClaim("firebase")),
    Case(["firebase": ["tenant": "other"], "exp": 1], .wrongTenant),
    Case(["aud": "demo-other", "iss": "https://demo-other.example"], .wrongAudience),
  ]

  @Test(arguments: common + ofService) func aTokenOfTheServiceIsChecked(_ one: Case) throws {
    let check = Self.check(.service(tenant: .exactly("acme")), "demo-test")
    #expect(try Self.problem(one, of: Self.service, by: check) == one.problem)
  }

  @Test func aTokenIsOfTheTenantThatIsMeant() throws {
    let tenants: [JSONValue?] = [nil, "acme", "other"]
    for (rule, expected) in [
      (.exactly(nil), [nil, .wrongTenant, .wrongTenant]),
      (.exactly("acme"), [.wrongTenant, nil, .wrongTenant]), (.any, [nil, nil, nil]),
    ] as [(IDTokenCheck.TenantRule, [IDTokenProblem?])] {
      let check = Self.check(.service(tenant: rule), "demo-test")
      let problems = try tenants.map { tenant in
        var firebase: JSONValue = [:]
        firebase["tenant"] = tenant
        return try Self.problem(Case(["firebase": firebase], nil), of: Self.service, by: check)
      }
      #expect(problems == expected)
    }
  }

  private static let ofProviders: [Case] = [
    Case(["aud": "other", "iss": "https://demo-other.example"], .wrongIssuer),
    Case(["sub": .string(String(repeating: "u", count: 255))], nil),
    Case(["sub": .string(String(repeating: "u", count: 256))], .impossibleClaim("sub")),
    Case(["aud": ["client"]], nil),
    Case(["aud": []], .wrongAudience),
    Case(["aud": ["client": "client"]], .wrongAudience),
    Case(["aud": ["client", "other"]], .wrongAudience),
    Case(["aud": ["client", "other"], "azp": "other"], .wrongAudience),
    Case(["aud": ["client", "other"], "azp": "client"], nil),
    Case(["aud": ["other"], "azp": "client"], .wrongAudience),
    Case(["auth_time": "x", "firebase": "x"], nil),
    Case(["nonce": nil], .missingClaim("nonce")),
    Case(["nonce": 1], .mistypedClaim("nonce")),
    Case(["nonce": "N"], .wrongNonce),
    Case(["nonce": nil], nil) { $0.nonce = nil },
    Case(["at_hash": .string(Base64URL.encode(Digest.sha256("access".utf8).prefix(16)))], nil) {
      $0.accessToken = "access"
    },
    Case(["at_hash": "AAAA"], .wrongAccessToken) { $0.accessToken = "access" },
    Case(["at_hash": "AAAA"], nil),
  ]

  @Test(arguments: common + ofProviders) func aProvidersTokenIsChecked(_ one: Case) throws {
    var check = Self.check(.openID, "client")
    check.nonce = "n"
    #expect(try Self.problem(one, of: Self.openID, by: check) == one.problem)
  }

  /// Unicode takes a Kelvin sign for a K.
  @Test func namesAreComparedByTheirBytes() throws {
    let text = Self.openID.text.replacing("client", with: "\u{212A}")
    let check = IDTokenCheck(.openID, for: "K", from: ["https://issuer.example"])
    #expect(Self.problem(try token(payload: text), check, Self.keys) == .wrongAudience)
  }

  @Test(arguments: [
    ("[]", IDTokenProblem.unreadableClaims), ("x", .unreadableClaims),
    (String(openID.text.dropLast()) + #","sub":"eve"}"#, .ambiguous),
  ])
  func claimsAreReadInOneWay(_ payload: String, _ problem: IDTokenProblem) throws {
    #expect(Self.problem(try token(payload: payload), Self.check(.openID, "client"), Self.keys) == problem)
  }

  /// Who checks decides, never the token.
  @Test func theAlgorithmIsTheChecks() throws {
    var check = Self.check(.openID, "client")
    let signed = try JWT.signed(Self.openID, by: testKey, id: "k1")
    let unsigned = JWT.unsigned(Self.openID)
    #expect(
      [(signed, Self.keys), (signed, nil), (unsigned, Self.keys), (unsigned, nil)]
        .map { Self.problem($0, check, $1) } == [nil, .unknownKey, .algorithm("none"), .unknownKey])
    check.algorithm = .none
    #expect(
      [(signed, Self.keys), (unsigned, nil), (unsigned + "AAAA", nil)]
        .map { Self.problem($0, check, $1) } == [.algorithm("RS256"), nil, .signature])
    #expect(throws: IDTokenProblem.algorithm("RS256")) { try check.claims(of: JWT(signed), at: Self.now) }
  }

  /// What is no token of its maker's says nothing about itself.
  @Test func theSignatureCountsBeforeTheClaims() throws {
    let check = Self.check(.openID, "client")
    let expired = try JWT.signed(["exp": 1], by: testKey, id: "k1")
    #expect(Self.problem(String(expired.dropLast(8)) + "AAAAAAAA", check, Self.keys) == .signature)
    // By themselves the claims tell what no key could make right.
    #expect(throws: IDTokenProblem.missingClaim("iss")) { try check.claims(of: JWT(expired), at: Self.now) }
  }
}
