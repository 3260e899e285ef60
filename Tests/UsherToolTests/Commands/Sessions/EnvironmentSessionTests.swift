import AuthClient
import Essentials
import Flows
import HTTP
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// Sessions that CI hands over in variables: used, never kept.
struct EnvironmentSessionTests {
  let tool = ToolHarness()
  let session: SavedSession

  init() throws {
    let tool = self.tool
    tool.signIn()
    let key = Binding(profile: "local", endpoint: "local", project: "demo-usher").session()
    session = try #require(try tool.state[key])
    tool.run("session", "export", tool.folder.path + "/ci.json")
    tool.run("signout")
  }

  /// What is kept, as it is on the disk.
  private var kept: String? { tool.folder.text(of: "config/state.json") }
  private var files: [String] { tool.folder.names(in: "config") }

  @Test func aSessionFileIsUsedAndNothingSaved() throws {
    tool.environment["USHER_SESSION_FILE"] = tool.folder.path + "/ci.json"
    let (kept, files) = (self.kept, self.files)
    #expect(tool.run("whoami", "--field", "account.uid").output == session.uid + "\n")
    #expect(tool.run("token").output == session.tokens.idToken.text + "\n")
    tool.clock.advance(3500)
    let renewed = tool.run("token")
    #expect(renewed.status == 0 && renewed.output != session.tokens.idToken.text + "\n")
    #expect(self.kept == kept && self.files == files)
    #expect(tool.folder.text(of: "ci.json")?.contains(session.tokens.idToken.text) == true)
  }

  @Test func aSessionFileNeedsNoStateAndNoHome() throws {
    tool.environment["USHER_SESSION_FILE"] = tool.folder.path + "/ci.json"
    tool.folder.write("damaged", to: "config/state.json", mode: 0o600)
    #expect(tool.run("whoami", "--field", "account.uid").output == session.uid + "\n")
    #expect(tool.run("token").output == session.tokens.idToken.text + "\n")
  }

  @Test(arguments: ["not a token", "a.b.c", "a.b.c\\nX-Other: header"])
  func aSessionFilesTokenIsRead(_ text: String) throws {
    let exported = try #require(tool.folder.text(of: "ci.json"))
    let bent = exported.replacing(session.tokens.idToken.text, with: text)
    #expect(bent != exported)
    tool.folder.write(bent, to: "bent.json")
    tool.environment["USHER_SESSION_FILE"] = tool.folder.path + "/bent.json"
    #expect(tool.run("token", "-H").status == 65)
    tool.environment["USHER_SESSION_FILE"] = nil
    #expect(tool.run("session", "import", tool.folder.path + "/bent.json").status == 65)
  }

  private func export(profile settings: [(String, String)], endpoint: String) throws -> String {
    let tool = ToolHarness()
    for (setting, value) in [("endpoint", endpoint), ("project", "demo-usher")] + settings {
      tool.run("profile", "set", setting, value, "-p", "acme")
    }
    tool.network = TransportStub(
      .json(#"{"sessionInfo":"s1"}"#),
      .json(#"{"idToken":"\#(TokenFixture.phone())","refreshToken":"r1","expiresIn":"3600"}"#),
      .json(#"{"users":[{"localId":"u1","phoneNumber":"+16505553434"}]}"#))
    tool.run("verify-phone", "+16505553434", "--testing", "--code-command", "echo 654321", "-p", "acme")
    let exported = tool.run("session", "export", "-", "-p", "acme")
    #expect(exported.status == 0, "\(exported.errors)")
    self.tool.folder.write(exported.output, to: "elsewhere.json")
    return self.tool.folder.path + "/elsewhere.json"
  }

  @Test(arguments: ["production", "http://127.0.0.1:9099"])
  func aSessionFileKnowsItsEndpointProjectAndKey(_ endpoint: String) throws {
    tool.environment["USHER_SESSION_FILE"] = try export(
      profile: [("api-key", "k1"), ("bundle-id", "com.example")], endpoint: endpoint)
    tool.environment["CI"] = "true"
    let stub = TransportStub(
      .json(
        #"{"id_token":"\#(TokenFixture.phone())","refresh_token":"r2","expires_in":"3600","user_id":"u1"}"#))
    tool.network = stub
    #expect(tool.run("status", "--field", "source").output == "USHER_SESSION_FILE\n")
    #expect(tool.run("token", "--refresh").status == 0)
    #expect(stub.requests.map { $0.queryValue("key") } == ["k1"])
    #expect(stub.requests.map { $0.headers["X-Ios-Bundle-Identifier"] } == ["com.example"])
    #expect(
      stub.requests.map(\.origin)
        == [endpoint == "production" ? "https://securetoken.googleapis.com" : endpoint])
  }

  @Test func aSessionFileAddsNoHeaderOfItsOwn() throws {
    tool.environment["USHER_SESSION_FILE"] = try export(
      profile: [("api-key", "k1"), ("bundle-id", "com.example")], endpoint: "http://127.0.0.1:9099")
    let text = try #require(tool.folder.text(of: "elsewhere.json"))
    for value in [#"x\r\nX-Evil: 1"#, #"x\nX-Evil: 1"#, "a b"] {
      let words = text.split(separator: "com.example", omittingEmptySubsequences: false)
      tool.folder.write(words.joined(separator: value), to: "elsewhere.json")
      let stub = TransportStub()
      tool.network = stub
      let outcome = tool.run("token", "--refresh", "--json")
      #expect(outcome.status == 65 && outcome.json?["error"]?["code"] == "usher/bad-session")
      #expect(outcome.json?["error"]?["message"]?.string?.contains("bundle-id must be") == true)
      #expect(stub.requests == [])
    }
  }

  @Test func aSessionFileYieldsToEveryWordAndGoesBeforeTheSelectedProfile() throws {
    tool.environment["USHER_SESSION_FILE"] = try export(
      profile: [("api-key", "k1")], endpoint: "http://127.0.0.1:9099")
    tool.run("profile", "set", "endpoint", "http://127.0.0.1:5000", "-p", "other")
    tool.run("profile", "use", "other")
    #expect(tool.run("whoami", "--field", "endpoint").output == "http://127.0.0.1:9099\n")
    // Elsewhere the session is not used.
    let stub = TransportStub()
    tool.network = stub
    for words in [["-p", "other"], ["--endpoint", "local"]] {
      #expect(tool.run(["token", "--refresh"] + words).status == 4)
    }
    tool.environment["FIREBASE_AUTH_EMULATOR_HOST"] = "127.0.0.1:9"
    #expect(tool.run("token", "--refresh").status == 4)
    #expect(stub.requests == [])
  }

  @Test func aSessionFileDoesNotLeadToAStrangersServerOrToTheEmbeddedOneInCI() throws {
    tool.environment["USHER_SESSION_FILE"] = try export(
      profile: [("api-key", "k1")], endpoint: "https://auth.example.com")
    #expect(
      tool.run("whoami")
        == .init(
          78,
          errors:
            "error: the session of USHER_SESSION_FILE belongs to https://auth.example.com\n  If you mean that server, name it with --endpoint https://auth.example.com.\n"
        ))
    tool.environment["USHER_SESSION_FILE"] = tool.folder.path + "/ci.json"
    tool.environment["CI"] = "true"
    #expect(tool.run("whoami").status == 78)
    tool.environment["USHER_ENDPOINT"] = "local"
    #expect(tool.run("whoami").status == 0)
  }

  @Test func aDeadSessionFileIsLeftAlone() {
    tool.environment["USHER_SESSION_FILE"] = tool.folder.path + "/ci.json"
    let content = tool.folder.text(of: "ci.json")
    tool.run("local", "reset", "--yes")
    #expect(tool.run("token", "--refresh").status == 4)
    #expect(tool.folder.text(of: "ci.json") == content)
  }

  @Test func aNamedSessionWinsOverTheEnvironments() {
    tool.environment["USHER_SESSION_FILE"] = tool.folder.path + "/ci.json"
    #expect(tool.run("whoami", "--as", "default").status == 4)
  }

  @Test(arguments: ["/nowhere", "config/local.db"])
  func aBadSessionFileIsRefused(_ path: String) {
    tool.environment["USHER_SESSION_FILE"] = path.hasPrefix("/") ? path : tool.folder.path + "/" + path
    #expect(tool.run("whoami").status == 65)
  }

  @Test func anIDTokenIsUsedUntilItRunsOut() {
    tool.environment["USHER_ID_TOKEN"] = session.tokens.idToken.text
    let (kept, files) = (self.kept, self.files)
    #expect(tool.run("whoami", "--field", "account.uid").output == session.uid + "\n")
    tool.clock.advance(3500)
    #expect(tool.run("token").output == session.tokens.idToken.text + "\n")
    tool.clock.advance(100)
    #expect(tool.run("token").status == 4)
    #expect(self.kept == kept && self.files == files)
  }

  @Test func whatIsNoIDTokenIsRefused() {
    tool.environment["USHER_ID_TOKEN"] = "nonsense"
    #expect(tool.run("token") == .init(65, errors: "error: USHER_ID_TOKEN does not contain an ID token\n"))
  }

  @Test func anIDTokensResultSaysWhereItIs() {
    tool.environment["USHER_ID_TOKEN"] = session.tokens.idToken.text
    #expect(tool.run("token", "--field", "endpoint").output == "local\n")
    tool.environment["CI"] = "true"
    #expect(tool.run("token").status == 78)
  }

  @Test(arguments: [
    [:], ["USHER_ENDPOINT": "local"], ["USHER_PROJECT": "demo-usher"],
    ["USHER_API_KEY": "k", "USHER_ENDPOINT": "local"],
  ])
  func aRefreshTokenWantsToKnowWhoseItIs(_ environment: [String: String]) {
    tool.environment["USHER_REFRESH_TOKEN"] = session.tokens.refreshToken
    tool.environment.merge(environment) { $1 }
    for words in [["whoami"], ["token"]] { #expect(tool.run(words).status == 78) }
  }

  @Test(
    arguments: [
      ([], ["USHER_ENDPOINT": "local", "USHER_PROJECT": "demo-usher"]),
      (["--endpoint", "local", "--project", "demo-usher"], [:]),
    ] as [([String], [String: String])])
  func aRefreshTokenSignsInAndIsNotSaved(_ words: [String], _ environment: [String: String]) {
    tool.environment["USHER_REFRESH_TOKEN"] = session.tokens.refreshToken
    tool.environment.merge(environment) { $1 }
    let (kept, files) = (self.kept, self.files)
    #expect(tool.run(["whoami", "--field", "account.uid"] + words).output == session.uid + "\n")
    #expect(tool.run(["token"] + words).status == 0)
    #expect(self.kept == kept && self.files == files)
  }

  @Test func aDeadRefreshTokenIsNotSignedIn() {
    tool.environment["USHER_REFRESH_TOKEN"] = "dead"
    #expect(tool.run("token", "--endpoint", "local", "--project", "demo-usher").status == 4)
  }

  @Test func programsDoNotSeeTheSecrets() {
    tool.environment["USHER_REFRESH_TOKEN"] = "111111"
    tool.environment["USHER_ID_TOKEN"] = "111111"
    tool.environment["USHER_PASSWORD"] = "111111"
    tool.environment["MINE"] = "654321"
    #expect(
      tool.run(
        "verify-phone", "+16505553434", "--code-command",
        "echo ${USHER_REFRESH_TOKEN-}${USHER_ID_TOKEN-}${USHER_PASSWORD-}$MINE", "--as", "kim"
      ).status == 0)
  }
}
