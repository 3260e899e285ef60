import Essentials
import HTTP
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

  @Test func unenforcedAnswersThem() throws {
    let server = try ServerHarness(policy: policy(.unenforced))
    #expect(try server.send(.post, Self.signUp, headers: ["x-goog-api-key": "k"], body: "{}").status == 200)
  }
}
