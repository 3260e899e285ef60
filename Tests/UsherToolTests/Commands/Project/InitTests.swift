import Essentials
import Flows
import HTTP
import IdentityToolkit
import LibC
import TestSupport
import Testing

@testable import UsherTool

/// Making a profile of an app's configuration file.
struct InitTests {
  let tool = ToolHarness()

  init() {
    // Where the file has the domain nobody is asked.
    tool.network = TransportStub()
  }

  /// A service that tells the project's domains.
  private static var service: TransportStub {
    TransportStub(
      .json(
        #"{"projectId":"1234567890","authorizedDomains":["localhost","acme-1234.firebaseapp.com","acme-1234.web.app"]}"#
      ))
  }

  private static func settings(_ change: (inout ProfileSettings) -> Void) -> ProfileSettings {
    var settings = ProfileSettings()
    settings.endpoint = "production"
    settings.projectID = "acme-1234"
    settings.authDomain = "acme-1234.firebaseapp.com"
    change(&settings)
    return settings
  }

  private static let apple = settings {
    $0.apiKey = "AIzaSyApple"
    $0.appID = "1:1234567890:ios:abcdef0123456789"
    $0.bundleID = "com.example.acme"
    $0.clientID = "1234567890-abc.apps.googleusercontent.com"
    $0.reversedClientID = "com.googleusercontent.apps.1234567890-abc"
  }

  private static let web = settings {
    $0.apiKey = "AIzaSyWeb"
    $0.appID = "1:1234567890:web:cccc"
  }

  private func write(_ content: some Collection<UInt8>, to name: String = "file") -> String {
    tool.folder.write(content, to: name)
    return tool.folder.path + "/" + name
  }

  private func write(_ text: String, to name: String = "file") -> String { write(Array(text.utf8), to: name) }

  private var onlyProfile: ProfileSettings? {
    get throws {
      let state = try tool.state
      return state.profiles.count == 1 ? state.profiles["acme-1234"]?.settings : nil
    }
  }

  @Test func aPropertyListMakesAProfileAndSelectsIt() throws {
    tool.network = Self.service
    let outcome = tool.run("init", write(AppFiles.plist))
    #expect(outcome.status == 0)
    #expect(
      outcome.lines.first
        == "Created the profile acme-1234 for project acme-1234 (GoogleService-Info.plist, com.example.acme). Commands now use it."
    )
    #expect(try onlyProfile == Self.apple)
    #expect(try tool.state.selectedProfile == "acme-1234")
    #expect(
      tool.run("status", "--json").json?["source"] == "selected"
        && tool.run("status").lines[2] == "Where    production, project acme-1234 (the selected profile)")
  }

  @Test func aBinaryPropertyListSaysTheSame() throws {
    tool.network = Self.service
    #expect(tool.run("init", write(AppFiles.binaryPlist)).status == 0)
    #expect(try onlyProfile == Self.apple)
  }

  @Test(arguments: [AppFiles.web, AppFiles.snippet])
  func aWebAppsConfigurationComesAsJSONOrAsTheSnippet(_ text: String) throws {
    #expect(tool.run("init", write(text)).status == 0)
    #expect(try onlyProfile == Self.web)
  }

  @Test func aSnippetMayBePastedIntoStandardInput() throws {
    let braces = AppFiles.snippet.drop { $0 != "=" }.dropFirst()
    #expect(tool.run("init", "-", input: String(braces)).status == 0)
    #expect(try onlyProfile == Self.web)
  }

  @Test(arguments: ["com.example.acme", "1:1234567890:android:aaaa"])
  func oneOfSeveralAppsIsNamed(_ app: String) throws {
    tool.network = Self.service
    #expect(tool.run("init", write(AppFiles.googleServices), "--app", app).status == 0)
    #expect(
      try onlyProfile
        == Self.settings {
          $0.apiKey = "AIzaSyAndroid"
          $0.appID = "1:1234567890:android:aaaa"
          $0.androidPackage = "com.example.acme"
          $0.androidCertificate = "0123456789ABCDEF0123456789ABCDEF01234567"
          $0.clientID = "1234567890-web.apps.googleusercontent.com"
        })
  }

  @Test func severalAppsAreListedForAScript() throws {
    let path = write(AppFiles.googleServices)
    #expect(
      tool.run("init", path)
        == .init(
          64,
          errors: """
            error: the file has several apps: com.example.acme, com.example.acme.debug
            usage: usher init [options] [FILE]
              Choose one with --app.

            """))
    #expect(tool.run("init", path, "--app", "com.example.other").status == 64)
    #expect(tool.folder.text(of: "config/state.json") == nil)
  }

  @Test func severalAppsAreOfferedAtATerminal() throws {
    tool.network = Self.service
    let terminal = ScriptedTerminal(answers: ["2"])
    #expect(tool.run("init", write(AppFiles.googleServices), terminal: terminal).status == 0)
    #expect(
      terminal.transcript == [
        "Which app?", "  1) com.example.acme", "  2) com.example.acme.debug", "Which one? [1]: ",
      ])
    #expect(try onlyProfile?.androidPackage == "com.example.acme.debug")
  }

  @Test func theUsualNamesAreFoundInTheFolder() throws {
    tool.network = Self.service
    let terminal = ScriptedTerminal(answers: [.line(write(AppFiles.web, to: "other"))])
    #expect(
      tool.run("init").errors
        == "error: no configuration file of an app is named\nusage: usher init [options] [FILE]\n  name it, as in:  usher init GoogleService-Info.plist\n"
    )
    #expect(tool.run("init", terminal: terminal).status == 0)
    _ = write(AppFiles.plist, to: "GoogleService-Info.plist")
    #expect(tool.run("init", "--name", "ios", "--field", "name").output == "ios\n")
    _ = write(AppFiles.web, to: "firebase-config.json")
    #expect(tool.run("init").status == 64)
    #expect(tool.run("init", terminal: ScriptedTerminal(answers: ["2"])).status == 0)
    #expect(try tool.state.profiles["acme-1234"]?.settings == Self.web)
  }

  @Test func theDomainIsNotWorthAFailure() throws {
    for answer in [
      TransportStub.Answer.failure(.nameNotResolved(host: "x")), .json("<html>"),
      .json(#"{"projectId":"1"}"#),
    ] {
      let tool = ToolHarness()
      tool.network = TransportStub(answer)
      #expect(tool.run("init", "-", input: AppFiles.plist).status == 0)
      #expect(try tool.state.profiles["acme-1234"]?.settings.authDomain == nil)
    }
  }

  @Test func aKeyThatIsRefusedIsToldOfAndKept() throws {
    tool.network = TransportStub(
      .json(
        #"{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}"#,
        status: 400))
    let outcome = tool.run("init", write(AppFiles.plist))
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.hasPrefix(
        "warning: the service refused: the API key is not valid\n  set USHER_API_KEY, or the profile's api-key, to the key in the Firebase console, under Project settings > General:\n    https://console.firebase.google.com/project/acme-1234/settings/general\n"
      ))
    #expect(try onlyProfile?.apiKey == "AIzaSyApple")
  }

  @Test func aSecondTimeRenewsAndKeepsWhatPeopleSet() throws {
    tool.network = Self.service
    tool.run("init", write(AppFiles.web))
    tool.run("profile", "set", "app-verification", "testing")
    tool.run("profile", "set", "referer", "https://app.example.com")
    let result = tool.run("init", write(AppFiles.plist), "--json").json
    #expect(result?["replaced"] == true)
    #expect(result?["settings"]?["testing"] == true)
    var expected = Self.apple
    expected.appVerification = "testing"
    expected.referer = "https://app.example.com"
    #expect(try onlyProfile == expected)
  }

  @Test func aSecondTimeKeepsWhereTheProfileLeads() throws {
    tool.run(
      "init", write(AppFiles.web), "--endpoint", "http://127.0.0.1:9099", "--tenant", "acme", "--language",
      "de")
    let first = try #require(try onlyProfile)
    #expect(first.endpoint == "http://127.0.0.1:9099")
    let renewed = tool.run("init", write(AppFiles.web))
    #expect(
      renewed.lines.first?.contains(" at http://127.0.0.1:9099. Commands now use it.") == true, "\(renewed)")
    #expect(try onlyProfile == first)
    #expect(tool.run("init", write(AppFiles.web), "--endpoint", "production").status == 0)
    #expect(try onlyProfile?.endpoint == "production")
  }

  @Test func twoNamesOfTheProfileAreRefused() {
    #expect(
      tool.run("init", write(AppFiles.web), "-p", "a", "--name", "b")
        == .init(
          64,
          errors: """
            error: --name and --profile both name the profile
            usage: usher init [options] [FILE]
              Give one of them.

            """))
  }

  @Test func anotherProjectsProfileIsNotOverwritten() throws {
    tool.run("init", write(AppFiles.web), "--name", "work")
    let state = try tool.state
    let other = AppFiles.web.split(separator: "acme-1234").joined(separator: "other-5678")
    #expect(
      tool.run("init", write(other), "--name", "work")
        == .init(
          9,
          errors:
            "error: the profile work belongs to another project (acme-1234)\n  Choose another name with --name.\n"
        ))
    #expect(try tool.state == state)
  }

  @Test(arguments: ["local", "default", "a b", ""])
  func someNamesAreNotToBeHad(_ name: String) {
    #expect(tool.run("init", write(AppFiles.web), "--name", name).status == 64)
    #expect(tool.folder.text(of: "config/state.json") == nil)
  }

  @Test func whatKeepsTheProfileFromBeingUsedIsTold() {
    tool.environment["FIREBASE_AUTH_EMULATOR_HOST"] = "127.0.0.1:9099"
    #expect(
      tool.run("init", write(AppFiles.web)).errors.hasPrefix(
        "warning: FIREBASE_AUTH_EMULATOR_HOST is set, and decides where commands go\n"))
  }

  // MARK: Where it leads

  @Test(arguments: [true, false])
  func theEndpointAndTheTenantThatAreNamedAreKept(_ byOption: Bool) throws {
    let url = "http://127.0.0.1:9099"
    var words = ["init", write(AppFiles.web), "--language", "es"]
    if byOption {
      words += ["--endpoint", url + "/", "--tenant", "t-1"]
    } else {
      tool.environment["USHER_ENDPOINT"] = url
      tool.environment["USHER_TENANT"] = "t-1"
    }
    let outcome = tool.run(words)
    #expect(
      outcome.lines.first
        == "Created the profile acme-1234 for project acme-1234 (web configuration, 1:1234567890:web:cccc) at \(url). Commands now use it."
    )
    #expect(
      outcome.errors == "To see what the project allows:\n  usher doctor\nTo sign in:\n  usher signin\n")
    var expected = Self.web
    expected.endpoint = url
    expected.tenant = "t-1"
    expected.language = "es"
    #expect(try onlyProfile == expected)
    tool.environment["USHER_ENDPOINT"] = nil
    tool.environment["USHER_TENANT"] = nil
    #expect(tool.run("status", "--json").json?["endpoint"] == .string(url))
    #expect(tool.run("status", "--json").json?["tenant"] == "t-1")
  }

  @Test func theEmbeddedServerHasDemoProjectsOnly() throws {
    let path = write(AppFiles.web)
    #expect(
      tool.run("init", path, "--endpoint", "local")
        == .init(
          64,
          errors: """
            error: --endpoint names the local server inside usher, where project ids start with demo-
            usage: usher init [options] [FILE]
              Leave it out for the real project, or name a server's URL.

            """))
    #expect(tool.folder.text(of: "config/state.json") == nil)
    let demo = write(AppFiles.web.split(separator: "acme-1234").joined(separator: "demo-acme"))
    #expect(
      tool.run("init", demo, "--endpoint", "local").lines.first?.hasSuffix(
        ") on the local server. Commands now use it.") == true)
    #expect(try tool.state.profiles["demo-acme"]?.settings.endpoint == "local")
    #expect(tool.run("status", "--field", "project").output == "demo-acme\n")
  }

  /// As in Firebase's tools, where `demo-` means that no project at Google is used.
  @Test func aDemoProjectIsNeverAtGoogleUnlessTheUserSaysSo() throws {
    let demo = write(AppFiles.web.split(separator: "acme-1234").joined(separator: "demo-acme"))
    let first = tool.run("init", demo)
    #expect(first.status == 0)
    #expect(try tool.state.profiles["demo-acme"]?.settings.endpoint == "local")
    // That server restricts no key, and asks for no reCAPTCHA.
    #expect(
      first.lines.dropFirst() == [
        "Users can sign in by phone, e-mail link and password, with a second factor, if the project allows it."
      ])
    let url = "http://127.0.0.1:9099"
    #expect(tool.run("init", demo, "--endpoint", url).status == 0)
    #expect(tool.run("init", demo).status == 0)
    #expect(try tool.state.profiles["demo-acme"]?.settings.endpoint == url)
    #expect(tool.run("init", demo, "--name", "real", "--endpoint", "production").status == 0)
    #expect(try tool.state.profiles["real"]?.settings.endpoint == "production")
  }

  @Test func theProfileMayBeNamedAsElsewhere() throws {
    #expect(tool.run("-p", "work", "init", write(AppFiles.web), "--field", "name").output == "work\n")
    #expect(try tool.state.selectedProfile == "work")
    // The profile that is named is a stronger word than a variable.
    tool.environment["USHER_ENDPOINT"] = "http://127.0.0.1:9099"
    let outcome = tool.run("-p", "work", "init", write(AppFiles.web))
    #expect(outcome.errors.hasPrefix("warning: USHER_ENDPOINT is set, and decides where commands go\n"))
    #expect(try tool.state.profiles["work"]?.settings == Self.web)
  }

  @Test(arguments: [
    ["--project", "other-1"], ["--as", "kim"], ["--name", "work", "-p", "play"], ["--endpoint", "nowhere"],
  ])
  func whatAProfileCannotKeepIsRefused(_ options: [String]) {
    #expect(tool.run(["init", write(AppFiles.web)] + options).status == 64)
    #expect(tool.run(["init", write(AppFiles.web), "--tenant", "a b"]).status == 65)
    #expect(tool.folder.text(of: "config/state.json") == nil)
  }

  static let badFiles: [(content: String, message: String)] = [
    ("", "is empty"),
    ("  \n", "is empty"),
    ("\u{FF}\u{FE}\0g\0a", "is neither text nor a property list"),
    ("bplist00 and nothing more", "is not a readable property list"),
    ("<plist><dict><key>API_KEY</key>", "is not a readable property list"),
    ("<html><body>Sign in</body></html>", "contains no API key and no project id of an app"),
    (
      "<plist>" + String(repeating: "<array>", count: 5000), "is not a readable property list"
    ),
    (
      "<plist version=\"1.0\"><dict><key>CFBundleName</key><string>x</string></dict></plist>",
      "is a property list, but not GoogleService-Info.plist"
    ),
    (AppFiles.plist.replacing("API_KEY", with: "X_KEY"), "lacks the API key"),
    (AppFiles.plist.replacing("PROJECT_ID", with: "X_ID"), "lacks the project's id"),
    (
      AppFiles.plist.replacing(":ios:", with: ":android:"),
      "has the app id of another kind of app (1:1234567890:android:abcdef0123456789)"
    ),
    (
      AppFiles.plist.replacing("<string>acme-1234</string>", with: "<integer>7</integer>"),
      "has a value that is not text as PROJECT_ID"
    ),
    (
      AppFiles.plist.replacing("<string>acme-1234</string>", with: "<string>../etc</string>"),
      "does not contain a project id but '../etc'"
    ),
    (
      AppFiles.plist.replacing("com.example.acme", with: "com.example&#10;X-Evil: 1"),
      "does not contain a valid bundle-id"
    ),
    (#"{"project_info":{"project_id":"acme-1234"}}"#, "lacks the list of apps (client)"),
    (#"{"project_info":{},"client":[]}"#, "lacks project_info.project_id"),
    (#"{"project_info":{"project_id":"p"},"client":[{}]}"#, "lacks client[0].api_key"),
    (
      #"{"type":"service_account","project_id":"p"}"#,
      "is the key of a service account, and usher does not need one"
    ),
    (#"{"hosting":{}}"#, "contains no API key and no project id of an app"),
    (#"{"apiKey":7,"projectId":"p"}"#, "lacks the API key"),
    (#"{"projectId":"acme-1234"}"#, "lacks the API key"),
    (#"{"apiKey":"k"}"#, "lacks the project's id"),
    (#"{"apiKey":"k","projectId":"p","authDomain":"a/b"}"#, "does not contain a valid auth-domain"),
    ("const app = initializeApp(config);", "contains no API key and no project id of an app"),
    (
      "const firebaseConfig = { apiKey: process.env.KEY, projectId: env('PROJECT') };",
      "takes its values from variables that no .env file sets: KEY, PROJECT"
    ),
    ("{ a: 1 }", "contains no API key and no project id of an app"),
    ("hello", "contains no API key and no project id of an app"),
    (
      "const a = { apiKey: 'k' }, b = { projectId: 'acme-1234' };",
      "has an API key (apiKey) and a project's id (projectId) that may be of two apps"
    ),
    (
      "A_API_KEY=k\nB_PROJECT_ID=acme-1234",
      "has an API key (A_API_KEY) and a project's id (B_PROJECT_ID) that may be of two apps"
    ),
    ("API_KEY=k\nAPI_KEY=l\nPROJECT_ID=acme-1234", "has several values of one name in one place"),
    ("const c = { apiKey: 'k' + x, projectId: 'acme-1234' };", "lacks the API key"),
  ]

  @Test(arguments: badFiles)
  func aBadFileIsExplainedAndChangesNothing(_ content: String, _ message: String) throws {
    tool.run("init", "-", input: AppFiles.web)
    let state = try tool.state
    let path = content.contains("\0") ? write([0xFF, 0xFE, 0x00, 0x67]) : write(content)
    let outcome = tool.run("init", path)
    #expect(outcome.status == 65 && outcome.output == "")
    #expect(outcome.errors.hasPrefix("error: \(path) \(message)\n  "), "\(outcome.errors)")
    #expect(try tool.state == state)
  }

  @Test func aHugeFileIsNotReadToTheEnd() throws {
    let path = write("{")
    #expect(truncate(path, 50 << 20) == 0)
    #expect(tool.run("init", path) == .init(65, errors: "error: \(path) is longer than 1 MiB\n"))
    #expect(tool.run("init", "/nowhere/at/all").status == 65)
  }
}

extension String {
  fileprivate func replacing(_ part: String, with other: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }
}
