import Essentials
import Flows
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// Listing, choosing and changing profiles.
struct ProfileCommandTests {
  let tool = ToolHarness()

  init() {
    tool.network = TransportStub()
    tool.run("init", "-", "--name", "acme", input: AppFiles.web)
    tool.run("profile", "set", "endpoint", "http://127.0.0.1:9099", "-p", "emulator")
  }

  private var names: [String] {
    get throws { try tool.state.profiles.keys.sorted() }
  }

  private func signIn(profile: String) throws {
    tool.network = TransportStub(
      .json(#"{"sessionInfo":"s1"}"#),
      .json(
        #"{"idToken":"\#(TokenFixture.phone())","refreshToken":"r1","expiresIn":"3600"}"#),
      .json(#"{"users":[{"localId":"u1","phoneNumber":"+16505553434"}]}"#))
    let outcome = tool.run(
      "verify-phone", "+16505553434", "--code-command", "echo 654321", "-p", profile, "-P", "demo-usher")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func theListShowsWhereEachLeads() {
    #expect(
      tool.run("profile", "list").lines == [
        "* acme: production, project acme-1234", "  emulator: http://127.0.0.1:9099", "  local: local server",
      ])
    let profiles = tool.run("profile", "list", "--json").json?["profiles"]?.array
    #expect(
      profiles?.first == [
        "endpoint": "production", "name": "acme", "project": "acme-1234", "selected": true, "sessions": 0,
      ])
  }

  @Test func aProfileIsShownWhole() {
    #expect(
      tool.run("profile", "show").lines == [
        "acme: production, project acme-1234", "  endpoint: production", "  project: acme-1234",
        "  api-key: AIzaSyWeb", "  app-id: 1:1234567890:web:cccc", "  auth-domain: acme-1234.firebaseapp.com",
      ])
    tool.run("profile", "set", "app-verification", "testing")
    #expect(tool.run("profile", "show", "--field", "settings.testing").output == "true\n")
    #expect(tool.run("profile", "show", "local").lines == ["local: local server"])
    #expect(tool.run("profile", "show", "-p", "emulator").lines.first == "emulator: http://127.0.0.1:9099")
    #expect(tool.run("profile", "show", "nowhere").status == 78)
  }

  @Test func aProfileIsUsedUntilAnotherIs() throws {
    #expect(tool.run("profile", "use", "emulator").output == "Commands now use the profile emulator.\n")
    #expect(tool.run("status", "--field", "endpoint").output == "http://127.0.0.1:9099\n")
    #expect(tool.run("profile", "use", "local").status == 0)
    #expect(try tool.state.selectedProfile == nil)
    #expect(tool.run("status", "--field", "endpoint").output == "local\n")
    #expect(
      tool.run("profile", "use", "nowhere")
        == .init(
          78,
          errors:
            "error: there is no profile called nowhere\n  see the profiles:  usher profile list\n  create one:        usher init FILE\n"
        ))
    tool.run("profile", "set", "language", "es", "-p", "empty")
    #expect(tool.run("profile", "use", "empty").status == 78)
    #expect(tool.run("whoami", "-p", "empty").status == 78)
  }

  @Test(arguments: [
    ["profile", "use", "emulator", "--endpoint", "local"], ["profile", "use", "emulator", "-p", "acme"],
    ["profile", "use", "emulator", "--tenant", "t"], ["profile", "use", "emulator", "-P", "other"],
    ["profile", "use", "emulator", "--language", "es"], ["profile", "list", "--as", "kim"],
    ["profile", "show", "acme", "-p", "emulator"], ["profile", "show", "--endpoint", "local"],
    ["profile", "set", "tenant", "t", "--endpoint", "local"], ["profile", "rename", "acme", "a", "-P", "x"],
    ["profile", "remove", "acme", "--tenant", "t"], ["profile", "client", "list", "--as", "kim"],
    ["config", "set", "language", "es", "-p", "acme"], ["serve", "--tenant", "t"],
    ["serve", "--endpoint", "local"], ["serve", "--print-policy", "-p", "acme"],
    ["local", "outbox", "--as", "kim", "--endpoint", "local"], ["methods", "kim@example.com", "--as", "kim"],
    ["local", "backup", "b.db", "--data", "a.db", "--endpoint", "local"],
    ["token", "inspect", "-", "--endpoint", "local"], ["token", "inspect", "-", "--verify", "--as", "kim"],
    ["session", "use", "kim", "--as", "lee"], ["signout", "kim", "--as", "lee"],
    ["signout", "--all", "--as", "a"],
  ])
  func anOptionThatACommandCannotFollowIsRefused(_ words: [String]) throws {
    let state = try tool.state
    let outcome = tool.run(words)
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.hasPrefix("error: this command does not use --")
        && outcome.errors.hasSuffix("  Leave it out.\n"), "\(outcome)")
    #expect(try tool.state == state)
  }

  @Test func aVariableThatIsStrongerIsTold() {
    tool.environment["USHER_ENDPOINT"] = "http://127.0.0.1:9099"
    #expect(
      tool.run("profile", "use", "acme").errors
        == "warning: USHER_ENDPOINT is set, and decides where commands go\n")
    #expect(tool.run("profile", "use", "emulator").errors == "")
  }

  /// What leads on can be run as it stands.
  @Test func aHintHasOnlyOptionsThatItsCommandFollows() {
    #expect(
      tool.run("whoami", "-p", "nowhere", "--as", "kim").errors.contains(
        "  see the profiles:  usher profile list\n"))
  }

  @Test func aNewNameTakesEverythingAlong() throws {
    try signIn(profile: "emulator")
    let before = try tool.state.profiles["emulator"]
    #expect(tool.run("profile", "rename", "emulator", "lab").status == 0)
    #expect(try tool.state.profiles["lab"] == before)
    #expect(tool.run("whoami", "-p", "lab", "-P", "demo-usher").status == 0)
    #expect(tool.run("profile", "rename", "acme", "lab").status == 9)
    #expect(tool.run("profile", "rename", "acme", "local").status == 64)
    #expect(tool.run("profile", "rename", "gone", "other").status == 78)
    #expect(tool.run("profile", "rename", "acme", "corp").status == 0)
    #expect(try tool.state.selectedProfile == "corp")
    #expect(try names == ["corp", "lab"])
  }

  @Test func removingAsksWhereSomebodyIsSignedIn() throws {
    try signIn(profile: "emulator")
    #expect(tool.run("profile", "remove", "emulator").status == 64)
    let no = ScriptedTerminal(answers: ["n"])
    #expect(tool.run("profile", "remove", "emulator", terminal: no).status == 1)
    #expect(no.transcript == ["Remove the profile emulator with one session?", "Yes or no? [no]: "])
    #expect(try names == ["acme", "emulator"])
    #expect(tool.run("profile", "remove", "emulator", "--yes").status == 0)
    // No user is signed in there: nobody is asked.
    #expect(tool.run("profile", "remove", "acme").output == "Removed the profile acme.\n")
    #expect(try names == [])
    #expect(try tool.state.selectedProfile == nil)
    #expect(tool.run("profile", "remove", "acme").status == 78)
    #expect(tool.run("profile", "remove", "local", "--yes").status == 64)
  }

  @Test(arguments: [
    ("endpoint", "http://127.0.0.1:9099/", "http://127.0.0.1:9099"), ("endpoint", "local", "local"),
    ("project", "other-1", "other-1"), ("api-key", "k", "k"), ("tenant", "t-1", "t-1"),
    ("app-id", "1:2:web:3", "1:2:web:3"), ("bundle-id", "com.example", "com.example"),
    ("android-package", "com.example", "com.example"),
    (
      "android-certificate", "01:23:45:67:89:ab:cd:ef:01:23:45:67:89:ab:cd:ef:01:23:45:67",
      "0123456789ABCDEF0123456789ABCDEF01234567"
    ),
    ("referer", "https://app.example.com/", "https://app.example.com/"),
    ("client-id", "c", "c"), ("reversed-client-id", "com.c", "com.c"),
    ("auth-domain", "auth.example.com", "auth.example.com"), ("app-verification", "testing", "testing"),
    ("language", "pt-BR", "pt-BR"),
  ])
  func aSettingIsChangedAndRemoved(_ setting: String, _ value: String, _ stored: String) {
    #expect(tool.run("profile", "set", setting, value, "--field", "value").output == stored + "\n")
    let field = "settings." + setting.map { $0 == "-" ? "_" : String($0) }.joined()
    #expect(tool.run("profile", "show", "--field", field).output == stored + "\n")
    #expect(tool.run("profile", "set", setting).output == "acme: \(setting) is not set any more.\n")
    #expect(tool.run("profile", "show", "--field", field).output == "\n")
  }

  @Test(arguments: [
    ("endpoint", "somewhere"), ("endpoint", ""), ("project", "a b"), ("api-key", "k\nX-Evil: 1"),
    ("android-certificate", "0123"), ("referer", "app.example.com"), ("auth-domain", "https://x"),
    ("app-verification", "never"), ("language", "español"), ("bundle-id", "a b"),
  ])
  func aValueThatCannotBeOneIsRefused(_ setting: String, _ value: String) throws {
    let state = try tool.state
    #expect(tool.run("profile", "set", setting, value).status == 65)
    #expect(try tool.state == state)
  }

  @Test func settingWantsAProfile() {
    tool.run("profile", "use", "local")
    #expect(tool.run("profile", "set", "tenant", "t").status == 64)
    #expect(tool.run("profile", "set", "tenant", "t", "-p", "local").status == 64)
    #expect(tool.run("profile", "set", "tenant", "t", "-p", "acme", "--no-store").status == 64)
  }
}
