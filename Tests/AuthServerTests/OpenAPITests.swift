import Essentials
import HTTP
import IdentityToolkit
import Testing

@testable import AuthServer

@Suite struct OpenAPITests {
  private func document(_ server: ServerHarness) throws -> JSONValue {
    try ServerHarness.decode(server.send(.get, "/emulator/openapi.json"))
  }

  @Test func everyRouteIsDescribedAndNothingElse() throws {
    let document = try document(ServerHarness())
    let described = (document["paths"]?.members ?? []).flatMap { path in
      (path.value.members ?? []).filter { $0.name != "parameters" }.map {
        "\($0.name.uppercased()) \(path.name)"
      }
    }
    let answered = Route.all.flatMap { route in route.path.texts.map { "\(route.method.rawValue) \($0)" } }
    #expect(described.sorted() == answered.sorted())
    #expect(document["openapi"] == "3.0.3")
    #expect(document["info"] == ["title": "Identity Toolkit, local", "version": "0.1.0"])
  }

  @Test func aRouteSaysWhatItTakesAndWhoMayCallIt() throws {
    let paths = try document(ServerHarness())["paths"]
    let refusal: JSONValue = ["$ref": "#/components/responses/refusal"]
    let config: JSONValue = [
      "name": "project", "in": "path", "required": true, "schema": ["type": "string", "minLength": 1],
    ]
    #expect(
      sorted(paths?["/identitytoolkit.googleapis.com/v2/projects/{project}/config"])
        == sorted([
          "parameters": [config],
          "get": [
            "tags": ["owner"], "security": [["owner": []]],
            "responses": ["200": ["description": "done"], "default": refusal],
          ],
          "patch": [
            "tags": ["owner"], "security": [["owner": []]],
            "requestBody": ["content": ["application/json": ["schema": ["type": "object"]]]],
            "responses": ["200": ["description": "done"], "default": refusal],
          ],
        ]))
    #expect(
      sorted(paths?[RouterTests.send]?["post"]?["security"]) == sorted([["key": []], ["owner": []]]))
    #expect(
      sorted(
        paths?["/identitytoolkit.googleapis.com/v1/accounts:signInWithGameCenter"]?["post"]?["responses"])
        == sorted(["501": refusal, "default": refusal]))
    #expect(
      sorted(paths?["/emulator/action"]?["get"]?["responses"]?["default"])
        == sorted(["description": "a page or JSON"]))
  }

  /// What the document says of refusals is true of each of them.
  @Test func aRefusalHasTheShapeThatIsPromised() throws {
    let server = try ServerHarness(policy: .emulator)
    let schema = try document(server)["components"]?["schemas"]?["refusal"]?["properties"]?["error"]
    let names = try #require(schema?["required"]?.array)
    let required = names.compactMap(\.string)
    for (method, path) in [(HTTPMethod.post, RouterTests.send), (.get, RouterTests.send), (.get, "/nowhere")]
    {
      let body = try server.send(method, path, query: RouterTests.key).body
      let members = try #require(JSONValue(json: body)?["error"]?.members?.map(\.name))
      #expect(Set(required).isSubset(of: members))
    }
  }

  /// Orchestrators ask every few seconds, without a key, a token or a page.
  @Test(arguments: [HTTPHeaders(), ["Origin": "https://app.example"]])
  func whoeverAsksIsToldThatTheServerIsReady(headers: HTTPHeaders) throws {
    let response = try ServerHarness(ownerToken: "s3cret").send(.get, "/healthz", headers: headers)
    #expect(response.status == 200)
    #expect(String(decoding: response.body, as: UTF8.self) == #"{"ready":true}"#)
  }

  /// In the order that decoding gives it.
  private func sorted(_ value: JSONValue?) -> JSONValue? {
    value.flatMap { JSONValue(json: $0.text) }
  }
}
