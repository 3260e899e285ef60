import Essentials
import HTTP
import IDTokens
import IdentityToolkit
import Testing

@testable import AuthServer

/// An API key that is a project's ID chooses the project, because client SDKs do not send the ID.
@Suite struct ProjectKeyTests {
  private static let email = "kim@example.com"

  private func call<Procedure: RPC>(
    _ server: ServerHarness, _ procedure: Procedure.Type, _ body: Procedure.Request, key: String,
    query: [QueryItem] = []
  ) throws -> Procedure.Response {
    let route = Procedure.route
    return try ServerHarness.decode(
      server.send(
        route.method, "/\(route.service.rawValue)/\(route.path(project: key))",
        query: [QueryItem("key", key)] + query,
        body: route.method == .get ? "" : String(decoding: JSONEncoder().encode(body), as: UTF8.self)))
  }

  /// A server that knows the two projects besides its own.
  private func server(_ policy: Policy, _ projects: [String] = ["demo-a", "demo-b"]) throws -> ServerHarness {
    let server = try ServerHarness(policy: policy)
    for project in projects {
      _ = try server.call(UpdateProjectConfig.self, [:], project: project, asOwner: true)
    }
    return server
  }

  @Test(arguments: [Policy.proofless, .emulator])
  func twoProjectsHaveTheSameAddressSideBySide(_ policy: Policy) throws {
    let server = try server(policy)
    var uids: [String] = []
    for project in ["demo-a", "demo-b"] {
      let password = "correct horse of \(project)"
      let new = try call(server, SignUp.self, .init(email: Self.email, password: password), key: project)
      let session = try call(
        server, SignInWithPassword.self, .init(email: Self.email, password: password), key: project)
      #expect(session.localId == new.localId)
      let renewed = try call(
        server, ExchangeToken.self, .init(refreshToken: session.refreshToken), key: project)
      for token in [new.idToken, session.idToken, renewed.idToken] {
        let claims = try claims(of: token)
        #expect(claims["aud"] == .string(project))
        #expect(claims["iss"] == .string("https://securetoken.google.com/" + project))
      }
      let users = try call(server, Lookup.self, .init(idToken: renewed.idToken), key: project).users
      #expect(users?.map(\.localId) == [new.localId])
      uids.append(try #require(new.localId))
      let other = project == "demo-a" ? "demo-b" : "demo-a"
      #expect(
        refusal {
          try call(server, ExchangeToken.self, .init(refreshToken: session.refreshToken), key: other)
        }
          != nil)
      #expect(
        refusal { try call(server, Lookup.self, .init(idToken: session.idToken), key: other) } != nil)
    }
    #expect(Set(uids).count == 2)
    #expect(try server.count("SELECT count(*) FROM accounts") == 2)
  }

  @Test func aLinkLeadsBackToItsProject() throws {
    let server = try server(.proofless)
    _ = try call(
      server, SignUp.self, .init(email: Self.email, password: "correct horse"), key: "demo-a")
    func link(asOwner: Bool) throws -> String {
      if asOwner {
        _ = try server.send(
          .post, "/identitytoolkit.googleapis.com/v1/projects/demo-a/accounts:sendOobCode",
          headers: ["Authorization": "Bearer owner"],
          body: #"{"requestType":"PASSWORD_RESET","email":"kim@example.com"}"#)
      } else {
        var request = SendOobCode.Request(.passwordReset)
        request.email = Self.email
        _ = try call(server, SendOobCode.self, request, key: "demo-a")
      }
      return try #require(
        try server.call(Outbox.self, .init(), project: "demo-a").messages.last?.link)
    }
    for asOwner in [false, true] {
      let text = try #require(try link(asOwner: asOwner).split(separator: "?").last.map(String.init))
      let parameters = try #require(FormEncoding.decode(text))
      func value(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
      #expect(value("apiKey") == "demo-a")
      let answer = try call(
        server, ResetPassword.self,
        .init(oobCode: value("oobCode"), newPassword: "another horse"), key: #require(value("apiKey")))
      #expect(answer.email == Self.email)
    }
    #expect(try server.call(Outbox.self, .init()).messages == [])
  }

  @Test func thePageOfProvidersShowsThePeopleOfItsProject() throws {
    let server = try server(.emulator, ["demo-a"])
    let post = #"providerId=google.com&id_token={"sub":"1","email":"kim@example.com"}"#
    _ = try call(server, SignInWithIdp.self, SignInWithIdp.Request(postBody: post), key: "demo-a")
    func shows(_ key: String) throws -> Bool {
      let page = try server.send(
        .get, OpenedAuthHandler.path,
        query: [
          QueryItem("apiKey", key), QueryItem("providerId", "google.com"), QueryItem("appName", "a"),
          QueryItem("authType", "signInViaPopup"),
        ])
      #expect(page.status == 200)
      return String(decoding: page.body, as: UTF8.self).contains(Self.email)
    }
    #expect(try [shows("demo-a"), shows("k-key")] == [true, false])
  }

  @Test func anUnknownIDIsAKeyOfTheServersProject() throws {
    let server = try server(.proofless, ["demo-a"])
    for key in ["demo-c", "demo-test", "AIzaSyDemo-a"] {
      let new = try call(
        server, SignUp.self, .init(email: "\(key)@example.com", password: "correct horse"), key: key)
      #expect(try claims(of: new.idToken)["aud"] == "demo-test")
    }
  }

  @Test func aServerOfOneProjectRefusesTheKeyOfAnother() throws {
    let harness = try server(.proofless, ["demo-a"])
    let alone = try harness.reopened(policy: .proofless.with { $0.otherProjectsServed = false })
    #expect(
      refusal {
        try call(alone, SignUp.self, .init(email: Self.email, password: "correct horse"), key: "demo-a")
      } != nil)
    #expect(try alone.count("SELECT count(*) FROM accounts") == 0)
  }

  @Test func aProjectHasItsOwnPolicy() throws {
    var own = Policy.emulator
    own.unsignedTokens = false
    own.serviceAnswers = true
    let server = try ServerHarness(policy: .emulator, projectPolicies: ["demo-a": own])
    let a = try call(server, SignUp.self, .init(), key: "demo-a")
    let b = try call(server, SignUp.self, .init(), key: "k")
    #expect(try JWT(#require(a.idToken)).algorithm == "RS256")
    #expect(try JWT(#require(b.idToken)).algorithm == "none")
    // Each project takes only its own tokens, and refuses in its own words.
    _ = try call(server, Lookup.self, .init(idToken: a.idToken), key: "demo-a")
    _ = try call(server, Lookup.self, .init(idToken: b.idToken), key: "k")
    #expect(refusal { try call(server, Lookup.self, .init(idToken: a.idToken), key: "k") } != nil)
    #expect(refusal { try call(server, Lookup.self, .init(idToken: b.idToken), key: "demo-a") } != nil)
    let renewed = try call(
      server, ExchangeToken.self, .init(refreshToken: a.refreshToken), key: "demo-a")
    #expect(try JWT(#require(renewed.idToken)).algorithm == "RS256")
  }

  @Test func whereOnlyOneKeyIsRightTheIDIsWrong() throws {
    let server = try server(.proofless.with { $0.anyAPIKey = false })
    let refused = refusal { try call(server, SignUp.self, .init(), key: "demo-a") }
    #expect(refused?.contains("API key not valid") == true)
    let key: JSONValue = ["client": ["apiKey": "demo-a"]]
    _ = try server.call(UpdateProjectConfig.self, key, project: "demo-a", asOwner: true)
    _ = try call(server, SignUp.self, .init(), key: "demo-a")
  }
}
