import Essentials
import HTTP
import IDTokens
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

struct AppCheckTests {
  private static let path =
    "/firebaseappcheck.googleapis.com/v1/projects/demo-test/apps/1:123:web:abc:exchangeDebugToken"
  private static let debugToken = #"{"debugToken":"A1B2C3D4-0000-4000-8000-123456789ABC"}"#
  private static let signUp = "/identitytoolkit.googleapis.com/v1/accounts:signUp"

  private func policy(_ appCheck: AppCheckEnforcement) -> Policy {
    var policy = Policy.strict
    policy.appCheck = appCheck
    return policy
  }

  private func token(from server: ServerHarness, at path: String = path) throws -> String {
    let answer = try server.send(.post, path, body: Self.debugToken)
    return try #require((ServerHarness.decode(answer) as JSONValue)["token"]?.string)
  }

  @Test func anExchangedTokenNamesTheAppAndTheProject() throws {
    let server = try ServerHarness()
    let payload = try claims(of: token(from: server))
    #expect(payload["sub"] == "1:123:web:abc" && payload["provider"] == "debug")
    #expect(payload["aud"]?.array?.last == "projects/demo-test")
    let refused = try server.send(.post, Self.path, body: #"{"debugToken":"x"}"#)
    #expect(refused.status == 400)
  }

  @Test func enforcedRefusesCallsWithoutAValidToken() throws {
    let server = try ServerHarness(policy: policy(.enforced))
    func status(_ token: String?) throws -> Int {
      var headers: HTTPHeaders = ["x-goog-api-key": "k"]
      headers["X-Firebase-AppCheck"] = token
      return try server.send(.post, Self.signUp, headers: headers, body: "{}").status
    }
    #expect(try status(nil) == 401)
    #expect(try status("eyJlcnJvciI6IlVOS05PV05fRVJST1IifQ==") == 401)
    let other = Self.path.replacing("demo-test", with: "demo-other")
    #expect(try status(token(from: server, at: other)) == 401)
    #expect(try status(token(from: server)) == 200)
  }

  /// What the server signed for something else, or for another time.
  @Test(
    arguments: [
      ["exp": 1_800_000_000], ["exp": "1800003600"], ["exp": .null],
      ["iss": "https://firebaseappcheck.googleapis.com/"],
      ["iss": "https://firebaseappcheck.googleapis.com/12"],
      ["iss": "https://securetoken.google.com/demo-test"], ["iss": .null],
      ["aud": "projects/demo-test"], ["aud": ["projects/demo-other"]], ["aud": ["demo-test"]], ["aud": []],
      ["aud": .null],
    ] as [JSONValue])
  func aClaimThatIsNotThatOfATokenIsRefused(changes: JSONValue) throws {
    let server = try ServerHarness(policy: policy(.enforced))
    let writer = TokenWriter(store: server.store, policy: .strict, newKeys: nil)
    func answered(_ changes: JSONValue) throws -> Int {
      var claims = AppCheckToken.claims(
        app: "1:123:web:abc", project: "demo-test",
        number: ProjectNumber(of: "demo-test", under: .strict).text, at: server.clock.now)
      for member in changes.members ?? [] { claims[member.name] = member.value == .null ? nil : member.value }
      return try status(of: writer.sign(claims, as: .idTokens), at: server)
    }
    #expect(try answered([:]) == 200)
    #expect(try answered(["exp": 1_800_000_001]) == 200)
    #expect(try answered(changes) == 401)
  }

  @Test func aTokenEndsAfterAnHour() throws {
    let server = try ServerHarness(policy: policy(.enforced))
    let token = try self.token(from: server)
    server.clock.advance(3599)
    #expect(try status(of: token, at: server) == 200)
    server.clock.advance(1)
    #expect(try status(of: token, at: server) == 401)
  }

  @Test func anotherSignatureIsRefused() throws {
    let server = try ServerHarness(policy: policy(.enforced))
    let token = try self.token(from: server)
    let parts = token.split(separator: ".")
    let later = try claims(of: token).text.replacing("1800003600", with: "1800003601")
    #expect(
      try status(of: "\(parts[0]).\(Base64URL.encode(Array(later.utf8))).\(parts[2])", at: server) == 401)
    #expect(try status(of: "\(parts[0]).\(parts[1]).", at: server) == 401)
    #expect(try status(of: JWT.unsigned(claims(of: token)), at: server) == 401)
    #expect(try status(of: token, at: server) == 200)
  }

  private func status(of token: String, at server: ServerHarness) throws -> Int {
    let headers: HTTPHeaders = ["x-goog-api-key": "k", "X-Firebase-AppCheck": token]
    return try server.send(.post, Self.signUp, headers: headers, body: "{}").status
  }

  @Test func unenforcedAnswersThem() throws {
    let server = try ServerHarness(policy: policy(.unenforced))
    #expect(try server.send(.post, Self.signUp, headers: ["x-goog-api-key": "k"], body: "{}").status == 200)
  }
}
