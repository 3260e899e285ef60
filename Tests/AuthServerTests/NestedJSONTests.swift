import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import Synchronization
import Testing

/// JSON inside strings, which the bound on a body's own depth does not see. Connections have little stack, so each
/// request is answered on as much.
@Suite struct NestedJSONTests {
  private static let deep = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)

  private static func jwt(_ payload: String) -> String {
    Base64URL.encode(#"{"alg":"none","typ":"JWT"}"#.utf8) + "." + Base64URL.encode(payload.utf8) + "."
  }

  /// The message of the refusal that a client with a key gets.
  private func refusal(
    _ path: String, _ body: JSONValue, _ server: ServerHarness, asOwner: Bool = false
  ) throws -> String? {
    let answer = Mutex<Result<HTTPResponse, any Error>?>(nil)
    withStackOfConnection {
      let result = Result {
        try server.send(
          .post, "/identitytoolkit.googleapis.com/v1/" + path, query: [QueryItem("key", "k")],
          headers: asOwner ? ["Authorization": "Bearer owner"] : [:], body: body.text)
      }
      answer.withLock { $0 = result }
    }
    let response = try #require(try answer.withLock { try $0?.get() })
    return JSONValue(json: response.body)?["error"]?["message"]?.string
  }

  @Test(arguments: [
    #"{"uid":"kim","claims":{"a":\#(deep)}}"#, jwt(#"{"uid":"kim","claims":{"a":\#(deep)}}"#), jwt(deep),
    Base64URL.encode(#"{"alg":"none","x":\#(deep)}"#.utf8) + "." + Base64URL.encode("{}".utf8) + ".",
  ])
  func aCustomTokenIsRefused(token: String) throws {
    for policy in [Policy.emulator, .strict] {
      let message = try refusal(
        "accounts:signInWithCustomToken", ["token": .string(token)], try ServerHarness(policy: policy))
      #expect(message?.hasPrefix("INVALID_CUSTOM_TOKEN : ") == true)
    }
  }

  @Test(arguments: [#"{"sub":"g1","a":\#(deep)}"#, jwt(#"{"sub":"g1","a":\#(deep)}"#)])
  func aProvidersTokenIsRefused(token: String) throws {
    for name in ["id_token", "access_token"] {
      let form = FormEncoding.encode([QueryItem("providerId", "google.com"), QueryItem(name, token)])
      let message = try refusal(
        "accounts:signInWithIdp", ["postBody": .string(form), "requestUri": "http://localhost"],
        try ServerHarness())
      #expect(message?.hasPrefix("INVALID_IDP_RESPONSE : ") == true)
    }
  }

  @Test func customAttributesAreRefused() throws {
    let server = try ServerHarness()
    let uid = try #require(try server.signIn().localId)
    let message = try refusal(
      "accounts:update", ["localId": .string(uid), "customAttributes": .string(#"{"a":\#(Self.deep)}"#)],
      server, asOwner: true)
    #expect(message == "INVALID_CLAIMS : The claims are not JSON.")
  }

  @Test func anIDTokenIsRefused() throws {
    let server = try ServerHarness(policy: .emulator.with { $0.unsignedTokens = true })
    let payload = """
      {"iss":"https://securetoken.google.com/demo-test","aud":"demo-test","sub":"kim","iat":1800000000,\
      "exp":1800003600,"auth_time":1800000000,"firebase":{"sign_in_provider":"custom"},"a":\(Self.deep)}
      """
    #expect(
      try refusal("accounts:lookup", ["idToken": .string(Self.jwt(payload))], server) == "INVALID_ID_TOKEN")
  }

  @Test func claimsKeepTheirNames() throws {
    let server = try ServerHarness(policy: .emulator)
    let claim: JSONValue = ["my_role": 1, "MY_ROLE": [["a_b": true]]]
    let token = try server.call(CreateCustomToken.self, .init(uid: "kim", claims: claim)).token
    let session = try server.call(SignInWithCustomToken.self, .init(token: token))
    let signedIn = try claims(of: session.idToken)
    #expect(signedIn["my_role"] == 1 && signedIn["MY_ROLE"] == [["a_b": true]])
  }

  /// What is as deep as a body may be is taken, and comes back in the tokens.
  @Test func whatIsShallowEnoughIsTaken() throws {
    let server = try ServerHarness(policy: .emulator)
    let claim = (2..<JSONReader.deepest - 1).reduce(1 as JSONValue) { value, _ in [value] }
    let token = try server.call(CreateCustomToken.self, .init(uid: "kim", claims: ["a": claim])).token
    let session = try server.call(SignInWithCustomToken.self, .init(token: token))
    #expect(try claims(of: session.idToken)["a"] == claim)
    #expect(try claims(of: server.refresh(session.refreshToken).idToken)["a"] == claim)
  }
}
