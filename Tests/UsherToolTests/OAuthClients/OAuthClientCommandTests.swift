import Essentials
import Flows
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

@Suite struct OAuthClientCommandTests {
  private let tool = ToolHarness()

  private func run(_ words: String...) -> ToolHarness.Outcome {
    tool.run(["profile", "client"] + words + ["-p", "own"])
  }

  @Test func clientsOfSeveralProvidersStandSideBySide() throws {
    #expect(
      run("set", "google", "--client-id", "g.apps.example", "--client-secret-file", "google.txt").status == 0)
    #expect(run("set", "oidc.corp", "--client-id", "usher", "--issuer", "https://id.example").status == 0)
    let file = tool.currentFolder + "/google.txt"
    #expect(
      try tool.state.profiles["own"]?.settings.oauthClients == [
        "google.com": SavedOAuthClient(clientID: "g.apps.example", secretFile: file),
        "oidc.corp": SavedOAuthClient(clientID: "usher", issuer: "https://id.example"),
      ])
    #expect(
      run("list", "--json").json?["clients"] == [
        [
          "client_id": "g.apps.example", "client_secret_file": .string(file), "issuer": nil,
          "provider": "google.com",
        ],
        [
          "client_id": "usher", "client_secret_file": nil, "issuer": "https://id.example",
          "provider": "oidc.corp",
        ],
      ])
    #expect(run("remove", "google").status == 0)
    #expect(run("list").lines == ["oidc.corp  usher  https://id.example"])
    #expect(run("remove", "google").status == 78)
    #expect(run("remove", "oidc.corp").status == 0)
    #expect(try tool.state.profiles["own"] == nil)
  }

  @Test(
    arguments: [
      (["microsoft", "--client-id", "m"], 64, "the service does not accept tokens"),
      (["oidc.corp", "--client-id", "c"], 64, "the address of oidc.corp is not known"),
      (["oidc.corp", "--client-id", "c", "--issuer", "http://id.example"], 78, "is not an issuer"),
      (["oidc.corp", "--client-id", "a b", "--issuer", "https://id.example"], 65, "--client-id"),
      (["oidc.corp", "--client-id", "", "--issuer", "https://id.example"], 64, "--client-id"),
      (["oidc.corp", "--issuer", "https://id.example"], 64, "--client-id is missing"),
      (
        ["google", "--client-id", "g", "--issuer", "https://id.example"], 64,
        "Use --issuer with oidc providers only."
      ),
    ] as [([String], Int32, String)])
  func whatCannotWorkIsRefusedAtOnce(words: [String], status: Int32, message: String) throws {
    let outcome = tool.run(["profile", "client", "set"] + words + ["-p", "own"])
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(message), "\(outcome)")
    #expect(try tool.state.profiles.isEmpty)
  }
}
