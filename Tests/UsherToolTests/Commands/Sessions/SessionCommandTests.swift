import Essentials
import Flows
import IdentityToolkit
import LibC
import PrivateFiles
import TestSupport
import Testing
import UsherTool

struct SessionCommandTests {
  let tool = ToolHarness()
  private let binding = Binding(profile: "local", endpoint: "local", project: "demo-usher")

  private func path(_ name: String) -> String { tool.folder.path + "/" + name }
  private func uid(of name: String) -> String {
    tool.run("whoami", "--as", name, "--field", "account.uid").lines[0]
  }

  @Test func everySessionIsListed() {
    tool.signIn("+16505550121", as: "alice")
    tool.signIn("+16505550122")
    #expect(
      tool.run("session", "list")
        == .init(
          0,
          output: """
              alice: +16505550121 (uid \(uid(of: "alice")))
            * default: +16505550122 (uid \(uid(of: "default")))

            """))
    #expect(
      tool.run("session", "list", "--json").steadyJSON
        == json(
          """
          {"v":1,"command":"session list","status":"ok","profile":"local","endpoint":"local","sessions":[
          {"name":"alice","current":false,"account":{"uid":"<uid>","email":null,"email_verified":false,
          "phone":"+16505550121","display_name":null,"photo_url":null,"is_anonymous":false,"providers":["phone"],
          "provider_data":[{"provider":"phone","id":"+16505550121","email":null,"phone":"+16505550121","display_name":null,
          "photo_url":null}],"mfa":[],"passkeys":[],
          "created_at":"2027-01-15T08:00:00Z","last_sign_in_at":"2027-01-15T08:00:00Z"},
          "session":{"expires_at":"2027-01-15T09:00:00Z","signed_in_at":"2027-01-15T08:00:00Z",
          "sign_in_provider":"phone","second_factor":null}},
          {"name":"default","current":true,"account":{"uid":"<uid>","email":null,"email_verified":false,
          "phone":"+16505550122","display_name":null,"photo_url":null,"is_anonymous":false,"providers":["phone"],
          "provider_data":[{"provider":"phone","id":"+16505550122","email":null,"phone":"+16505550122","display_name":null,
          "photo_url":null}],"mfa":[],"passkeys":[],
          "created_at":"2027-01-15T08:00:00Z","last_sign_in_at":"2027-01-15T08:00:00Z"},
          "session":{"expires_at":"2027-01-15T09:00:00Z","signed_in_at":"2027-01-15T08:00:00Z",
          "sign_in_provider":"phone","second_factor":null}}],"warnings":[]}
          """))
  }

  @Test func nobodyIsAnEmptyList() {
    #expect(tool.run("session", "list") == .init(0))
    #expect(tool.run("session", "list", "--field", "sessions") == .init(0, output: "[]\n"))
  }

  @Test func aSessionIsChosen() {
    tool.signIn("+16505550121", as: "alice")
    tool.signIn("+16505550122")
    #expect(
      tool.run("session", "use", "alice") == .init(0, output: "Commands now act as alice.\n"))
    #expect(tool.run("whoami", "--field", "account.phone").output == "+16505550121\n")
    #expect(tool.run("whoami", "--as", "default", "--field", "account.phone").output == "+16505550122\n")
    tool.environment["USHER_SESSION"] = "default"
    #expect(tool.run("whoami", "--field", "account.phone").output == "+16505550122\n")
  }

  @Test func anUnknownSessionIsNotChosen() throws {
    tool.signIn()
    let state = try tool.state
    for command in ["use", "remove"] {
      #expect(
        tool.run("session", command, "bob")
          == .init(
            4, errors: "error: there is no session called bob\n  see the sessions:  usher session list\n"))
    }
    #expect(try tool.state == state)
  }

  @Test(arguments: ["", "-x", "a b", "a/b", "a\u{202E}b", String(repeating: "a", count: 65)])
  func aBadNameIsRefused(_ name: String) {
    let refusal = ToolHarness.Outcome(
      64,
      errors:
        "error: this is not a valid session name\n  Use letters, digits and - _ . @ +, and at most 64 bytes.\n"
    )
    #expect(tool.run("whoami", "--as=\(name)") == refusal)
    #expect(tool.run("session", "use", "--", name) == refusal)
    #expect(tool.run("verify-phone", ToolHarness.number, "--as=\(name)") == refusal)
    #expect(tool.sentMessages == 0)
  }

  @Test func aSessionIsRemovedWithItsSteps() throws {
    tool.signIn("+16505550121", as: "alice")
    tool.signIn("+16505550122")
    tool.run("session", "use", "alice")
    tool.run("verify-phone", "--reauth")
    #expect(tool.run("session", "remove", "alice") == .init(0, output: "Removed alice.\n"))
    #expect(try Set(tool.state[binding].sessions.keys) == ["default"])
    #expect(try tool.state[binding].currentSession == nil)
    #expect(try tool.state.pending(in: binding).isEmpty)
  }

  @Test func anExportedSessionIsAFileOfItsOwnersAlone() {
    tool.signIn()
    #expect(
      tool.run("session", "export", path("ci.json"))
        == .init(0, output: "Wrote \(path("ci.json")). Keep it secret: it signs in as +16505550123.\n"))
    #expect(tool.folder.mode(of: "ci.json") == 0o600)
    #expect(tool.folder.text(of: "ci.json") == tool.run("session", "export", "-").output)
  }

  @Test func whatAKilledExportLeftGoesWithTheNext() {
    tool.signIn()
    tool.folder.write("half", to: "old.json.usher-part-a1b2c3")
    tool.folder.write("mine", to: "ci.json.part-a1b2c3")
    tool.folder.makeFolder("ci.json.usher-part-folder")
    #expect(tool.run("session", "export", path("ci.json")).status == 0)
    #expect(tool.folder.text(of: "ci.json") == tool.run("session", "export", "-").output)
    #expect(
      tool.folder.names() == ["ci.json", "ci.json.part-a1b2c3", "ci.json.usher-part-folder", "config"])
  }

  /// As when a command is killed between its two files: the first stands, and the second is not whole.
  @Test func whatAKilledCommandLeftGoesEvenIfTheFileIsThere() {
    tool.signIn()
    tool.folder.write("secret", to: "ci.json")
    tool.folder.write("picture", to: "code.png.usher-part-a1b2c3")
    #expect(
      tool.run("session", "export", path("ci.json"))
        == .init(
          73,
          errors: """
            error: cannot write \(path("ci.json")) (File exists)
              Remove it first, or choose another name.

            """))
    #expect(tool.folder.text(of: "ci.json") == "secret")
    #expect(tool.folder.names() == ["ci.json", "config"])
  }

  @Test func whatIsBeingWrittenIsNotSwept() throws {
    tool.signIn()
    var other = try AtomicFile.begin(for: path("other.json"))
    let place = other.path
    #expect(tool.run("session", "export", path("ci.json")).status == 0)
    #expect(access(place, F_OK) == 0)
    try other.takePlace(replacing: false)
    #expect(tool.folder.names() == ["ci.json", "config", "other.json"])
  }

  @Test func anExportOverwritesNothing() {
    tool.signIn()
    tool.folder.write("mine", to: "ci.json", mode: 0o644)
    #expect(
      tool.run("session", "export", path("ci.json"))
        == .init(
          73,
          errors: """
            error: cannot write \(path("ci.json")) (File exists)
              Remove it first, or choose another name.

            """))
    #expect(tool.folder.text(of: "ci.json") == "mine")
    #expect(tool.run("session", "export", path("nowhere/ci.json")).status == 73)
  }

  @Test func anExportToStandardOutputIsNoJSONResult() {
    tool.signIn()
    for words in [["--json"], ["--field", "session"]] {
      let outcome = tool.run(["session", "export", "-"] + words)
      #expect(outcome.status == 64)
      #expect(outcome.output == "")
    }
    #expect(tool.run("session", "export").status == 64)
  }

  @Test func anExportedSessionIsImported() throws {
    tool.signIn()
    let exported = tool.run("session", "export", "-").output
    let saved = try #require(try tool.state[binding.session()])
    #expect(
      tool.run("session", "import", "-", "--as", "copy", input: exported)
        == .init(0, output: "Signed in as +16505550123 (uid \(saved.uid)).\n"))
    #expect(try tool.state[binding.session("copy")] == saved)
  }

  @Test(arguments: [
    ["--endpoint", "http://127.0.0.1:9099"], ["--endpoint", "local", "--project", "demo-other"],
    ["--endpoint", "local", "--tenant", "t"],
  ])
  func aSessionOfAnotherDestinationIsNotTaken(_ words: [String]) throws {
    tool.signIn()
    tool.run("session", "export", path("ci.json"))
    let state = try tool.state
    let refusal = ToolHarness.Outcome(
      4,
      errors: """
        error: this session belongs to local, project demo-usher
          Name them: --endpoint local --project demo-usher.

        """)
    #expect(tool.run(["session", "import", path("ci.json")] + words) == refusal)
    #expect(try tool.state == state)
    tool.environment["USHER_SESSION_FILE"] = path("ci.json")
    #expect(tool.run(["whoami"] + words) == refusal)
  }

  @Test(arguments: ["", "{}", "[1]", "nonsense", "{\"version\":1}"])
  func whatIsNoSessionIsNotTaken(_ content: String) {
    tool.folder.write(content, to: "ci.json")
    let outcome = tool.run("session", "import", path("ci.json"), "--json")
    #expect(outcome.status == 65)
    #expect(outcome.json?["error"]?["code"] == "usher/bad-session")
    #expect(tool.folder.text(of: "config/state.json") == nil)
  }

  @Test func aMissingFileIsNamed() {
    #expect(
      tool.run("session", "import", "/nowhere")
        == .init(65, errors: "error: cannot read /nowhere (No such file or directory)\n"))
  }
}
