import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import Testing

@Suite struct RevokeTokenTests {
  private static let path = "/identitytoolkit.googleapis.com/v2/accounts:revokeToken"

  /// As SDKs send it; the status, and what was refused.
  private func revoke(_ server: ServerHarness, _ body: JSONValue) throws -> String {
    let response = try server.send(.post, Self.path, query: [QueryItem("key", "k")], body: body.text)
    let answer = try #require(JSONValue(json: response.body))
    return "\(response.status) " + (answer["error"]?["message"]?.string ?? answer.text)
  }

  @Test(arguments: [Policy.quick, .quickEmulator])
  func aTokenOfApplesIsRevokedAndTheSessionGoesOn(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.signUp()
    let idToken = JSONValue.string(try #require(kim.idToken))
    // Apple's platforms send the number as text, web pages the name.
    for type: JSONValue in ["3", 3, "CODE", "ACCESS_TOKEN", "REFRESH_TOKEN"] {
      #expect(
        try revoke(
          server,
          ["providerId": "apple.com", "tokenType": type, "token": "c0de", "idToken": idToken]) == "200 {}")
    }
    #expect(try server.lookup(kim.idToken)?.localId == kim.localId)
    #expect(try server.refresh(kim.refreshToken).userId == kim.localId)
  }

  @Test(
    arguments: [
      ("providerId", nil, "MISSING_PROVIDER_ID"), ("providerId", "", "MISSING_PROVIDER_ID"),
      ("providerId", "google.com", "INVALID_PROVIDER_ID : Only apple.com revokes tokens."),
      ("tokenType", nil, "INVALID_ARGUMENT : tokenType is REFRESH_TOKEN, ACCESS_TOKEN or CODE."),
      ("tokenType", 0, "INVALID_ARGUMENT : tokenType is REFRESH_TOKEN, ACCESS_TOKEN or CODE."),
      ("tokenType", "4", "INVALID_ARGUMENT : tokenType is REFRESH_TOKEN, ACCESS_TOKEN or CODE."),
      ("token", nil, "INVALID_ARGUMENT : token is missing."),
      ("token", "", "INVALID_ARGUMENT : token is missing."),
      ("idToken", "x", "INVALID_ID_TOKEN"),
    ] as [(String, JSONValue?, String)])
  func whatIsWrongIsRefused(_ name: String, _ value: JSONValue?, _ message: String) throws {
    let server = try ServerHarness(policy: .quick)
    var body: JSONValue = ["providerId": "apple.com", "tokenType": "3", "token": "c0de"]
    body["idToken"] = .string(try #require(try server.signUp().idToken))
    body[name] = value
    #expect(try revoke(server, body) == "400 " + message)
  }

  @Test func onlyWhoIsSignedInRevokes() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    let request = RevokeToken.Request(
      tokenType: .init(rawValue: "CODE"), token: "c0de", idToken: kim.idToken)
    _ = try server.call(DeleteAccount.self, .init(idToken: kim.idToken))
    #expect(refusal { try server.call(RevokeToken.self, request) } == "USER_NOT_FOUND")
  }
}
