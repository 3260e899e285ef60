import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite struct CustomTokenTests {
  private static let audience =
    "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
  private static let key = TestKeys.own

  private static func token(
    header: String = #"{"alg":"RS256","typ":"JWT"}"#, signer: String = "robot@example.com",
    signedBy key: PrivateKey? = key, _ change: (inout JSONValue) -> Void = { _ in }
  ) throws -> String {
    var payload: JSONValue = [
      "iss": .string(signer), "sub": .string(signer), "aud": .string(audience), "iat": 1_800_000_000,
      "exp": 1_800_003_600, "uid": "kim", "claims": ["level": 3],
    ]
    change(&payload)
    let signed = Base64URL.encode(header.utf8) + "." + Base64URL.encode(payload.text.utf8)
    return signed + "." + Base64URL.encode(try key?.sign(signed.utf8) ?? [])
  }

  private func signIn(_ token: String?, _ server: ServerHarness) throws -> SignInWithCustomToken.Response {
    try server.call(SignInWithCustomToken.self, .init(token: token))
  }

  @Test func theServersOwnAccountSignsTokensThatWorkAtOnce() throws {
    let server = try ServerHarness()
    let claims: JSONValue = ["level": 3]
    let token = try server.call(CreateCustomToken.self, .init(uid: "kim", claims: claims)).token
    let payload = try AuthServerTests.claims(of: token)
    #expect(payload["iss"] == "firebase-adminsdk@demo-test.iam.gserviceaccount.com")
    #expect(payload["claims"] == claims)
    let first = try signIn(token, server)
    #expect(first.kind == "identitytoolkit#VerifyCustomTokenResponse")
    #expect(first.isNewUser == true)
    let idClaims = try AuthServerTests.claims(of: first.idToken)
    #expect(idClaims["sub"] == "kim")
    #expect(idClaims["level"] == 3)
    #expect(idClaims["firebase"] == ["identities": [:], "sign_in_provider": "custom"])
    #expect(try AuthServerTests.claims(of: server.refresh(first.refreshToken).idToken)["level"] == 3)
    #expect(try server.lookup(first.idToken)?.customAuth == true)
    #expect(try signIn(token, server).isNewUser == false)
    // No second account, and no other project.
    #expect(try server.count("SELECT count(*) FROM accounts") == 1)
    let foreign = try server.call(CreateCustomToken.self, .init(uid: "kim"), project: "demo-other").token
    #expect(refusal { try signIn(foreign, server) } == "CREDENTIAL_MISMATCH")
    #expect(refusal { try server.lookup(token) } == "INVALID_ID_TOKEN")
    #expect(refusal { try signIn(first.idToken, server) }?.hasPrefix("INVALID_CUSTOM_TOKEN") == true)
    try server.disable("kim")
    #expect(refusal { try signIn(token, server) } == "USER_DISABLED")
  }

  @Test func whatCannotBeSignedIsRefused() throws {
    let server = try ServerHarness()
    func create(_ uid: String?, _ claims: JSONValue? = nil) -> String? {
      refusal { try server.call(CreateCustomToken.self, .init(uid: uid, claims: claims)) }
    }
    #expect(create(nil) == "MISSING_IDENTIFIER")
    #expect(create(String(repeating: "x", count: 129)) == "INVALID_ARGUMENT : A uid has at most 128 bytes.")
    #expect(create("kim", ["sub": "eve"]) == "FORBIDDEN_CLAIM : sub")
    #expect(create("kim", [1]) == "INVALID_CLAIMS")
    #expect(create("kim", .null) == nil)
    let path = "/usher/v1/projects/demo-test:createCustomToken"
    #expect(try server.send(.post, path, headers: ["Origin": "https://evil.example"]).status == 403)
    let closed = try ServerHarness(ownerToken: "s3cret")
    #expect(try closed.send(.post, path, body: #"{"uid":"kim"}"#).status == 401)
  }

  @Test(arguments: ["certificate", "key"])
  func aRegisteredAccountsTokensCount(form: String) throws {
    let server = try ServerHarness()
    let key = Self.key
    #expect(refusal { try signIn(try Self.token(), server) } == "CREDENTIAL_MISMATCH")
    let signer: JSONValue =
      form == "certificate"
      ? .string(try Certificate.selfSigned(key, commonName: "robot"))
      : [
        "kty": "RSA", "n": .string(Base64URL.encode(key.publicKey.modulus)),
        "e": .string(Base64URL.encode(key.publicKey.exponent)),
      ]
    _ = try server.setConfig(
      ["usher": ["customTokenSigners": .object([.init("robot@example.com", signer)])]],
      mask: "usher.customTokenSigners")
    #expect(try signIn(try Self.token(), server).isNewUser == true)
    #expect(
      refusal { try server.setConfig(["usher": ["customTokenSigners": ["x": "no certificate"]]]) }
        == "INVALID_ARGUMENT : usher.customTokenSigners is a map of service accounts to certificates or JWKs."
    )
    let weak: JSONValue = ["n": .string(Base64URL.encode(key.publicKey.modulus)), "e": "AQ"]
    #expect(
      refusal { try server.setConfig(["usher": ["customTokenSigners": ["x": weak]]]) }
        == "INVALID_ARGUMENT : usher.customTokenSigners, x: the key is weak: an RSA key needs 2048 to 8192 bits "
        + "and an odd exponent from 3 on.")

    func refused(_ token: String) -> String? { refusal { try signIn(token, server) } }
    let (bare, start) = ("INVALID_CUSTOM_TOKEN", "INVALID_CUSTOM_TOKEN : ")
    #expect(
      refused(try Self.token(signedBy: TestKeys.other)) == bare)
    #expect(
      refused(try Self.token(header: #"{"alg":"none"}"#, signedBy: nil)) == bare)
    #expect(refused(try Self.token { $0["sub"] = "eve@example.com" }) == bare)
    #expect(refused(try Self.token { $0["exp"] = 1_800_000_000 }) == bare)
    #expect(refused(try Self.token { $0["exp"] = 1_800_003_601 }) == bare)
    #expect(refused(try Self.token { $0["iat"] = 1_800_000_061 }) == bare)
    #expect(refused(try Self.token { $0["exp"] = nil }) == bare)
    #expect(
      refused(
        try Self.token {
          $0["iat"] = .integer(.min)
          $0["exp"] = .integer(.max)
        }) == bare)
    #expect(refused(try Self.token { $0["uid"] = nil }) == "MISSING_IDENTIFIER")
    #expect(refused(try Self.token { $0["claims"] = ["aud": 1] }) == "FORBIDDEN_CLAIM : aud")
    #expect(refused(try Self.token { $0["claims"] = "x" }) == "INVALID_CLAIMS")
    #expect(
      refused(try Self.token { $0["tenant_id"] = "t" })
        == "TENANT_ID_MISMATCH : Specified tenant ID does not match the custom token.")
    #expect(
      refused(try Self.token { $0["uid"] = .string(String(repeating: "x", count: 129)) })
        == "INVALID_IDENTIFIER : Invalid user ID length. Expect to have length between 1 and 128.")
    #expect(refused(try Self.token { $0["uid"] = "" })?.hasPrefix("INVALID_IDENTIFIER : ") == true)
    #expect(refused(try Self.token { $0["aud"] = "demo-test" }) == bare)
    #expect(refused("x.y")?.hasPrefix(start + "Invalid assertion format.") == true)
    #expect(refused(#"{"uid":"kim"}"#)?.hasPrefix(start) == true)
    #expect(refused("") == start + "Invalid assertion format. 3 dot separated segments required.")
    let good = try Self.token()
    server.clock.advance(3899)
    #expect(refused(good) == nil)
    server.clock.advance(1)
    #expect(refused(good) == bare)
  }

  @Test func theEmulatorPolicyBelievesWhateverIsClaimed() throws {
    let server = try ServerHarness(policy: .emulator)
    #expect(
      try signIn(Self.token(header: #"{"alg":"none"}"#, signedBy: nil), server).isNewUser == true)
    #expect(try signIn(Self.token { $0["exp"] = 1 }, server).isNewUser == false)
    #expect(try signIn(#"{"uid":7,"claims":{"level":1}}"#, server).isNewUser == true)
    #expect(try server.call(Lookup.self, .init(localId: ["7"]), asOwner: true).users?.count == 1)
    #expect(refusal { try signIn("{", server) }?.hasPrefix("INVALID_CUSTOM_TOKEN") == true)
    #expect(refusal { try signIn(#"{"user":1}"#, server) } == "MISSING_IDENTIFIER")
    #expect(refusal { try signIn("", server) } == "MISSING_CUSTOM_TOKEN")
    #expect(refusal { try signIn(#"{"uid":""}"#, server) } == "MISSING_IDENTIFIER")
    #expect(
      refusal { try signIn(Self.token { $0["aud"] = "x" }, server) }?.hasPrefix("INVALID_CUSTOM_TOKEN")
        == true)
  }
}
