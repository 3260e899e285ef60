import AuthClient
import Essentials
import Flows
import HTTP
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// Where a command goes: the order of options and variables, and what is refused.
struct DestinationTests {
  typealias Settings = [String: String]

  static let destinations:
    [(words: [String], environment: Settings, destination: String, notices: [String])] =
      [
        ([], [:], "local local demo-usher - default", []),
        (["--endpoint", "local"], [:], "local local demo-usher - --endpoint", []),
        ([], ["USHER_ENDPOINT": "local"], "local local demo-usher - USHER_ENDPOINT", []),
        (
          ["--endpoint", "local"], ["USHER_ENDPOINT": "local"], "local local demo-usher - --endpoint", []
        ),
        (
          ["--endpoint", "local", "--project", "demo-a", "--tenant", "t"],
          ["USHER_PROJECT": "demo-b", "USHER_TENANT": "u"], "local local demo-a t --endpoint", []
        ),
        (
          ["--endpoint", "local"], ["USHER_PROJECT": "demo-b", "USHER_TENANT": "u"],
          "local local demo-b u --endpoint", []
        ),
        (
          [], ["FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099"],
          "default http://127.0.0.1:9099 demo-usher - FIREBASE_AUTH_EMULATOR_HOST", []
        ),
        (
          [], ["FIREBASE_AUTH_EMULATOR_HOST": "localhost:9099", "USHER_PROJECT": "acme"],
          "default http://localhost:9099 acme - FIREBASE_AUTH_EMULATOR_HOST", []
        ),
        (
          [], ["FIREBASE_AUTH_EMULATOR_HOST": "[::1]:9099", "USHER_API_KEY": "k"],
          "default http://[::1]:9099 demo-usher - FIREBASE_AUTH_EMULATOR_HOST",
          ["USHER_API_KEY is set, but FIREBASE_AUTH_EMULATOR_HOST decides"]
        ),
        (
          ["--endpoint", "http://127.0.0.1:5000/"], [:],
          "default http://127.0.0.1:5000 demo-usher - --endpoint", []
        ),
        (
          [], ["USHER_API_KEY": "k", "USHER_PROJECT": "acme"], "default production acme - USHER_API_KEY", []
        ),
        (
          ["-P", "acme"], ["USHER_API_KEY": "k", "USHER_ENDPOINT": "production"],
          "default production acme - USHER_ENDPOINT", []
        ),
        (
          ["--endpoint", "https://auth.example.com", "-P", "acme"], ["USHER_API_KEY": "k"],
          "default https://auth.example.com acme - --endpoint", []
        ),
        (
          [], ["USHER_ENDPOINT": "localhost:9099"],
          "default http://localhost:9099 demo-usher - USHER_ENDPOINT", []
        ),
        (["--endpoint", "[::1]:9099"], [:], "default http://[::1]:9099 demo-usher - --endpoint", []),
        // What loses is named.
        (
          ["--endpoint", "local"], ["USHER_ENDPOINT": "http://127.0.0.1:1"],
          "local local demo-usher - --endpoint", ["USHER_ENDPOINT is set, but --endpoint decides"]
        ),
        (
          ["--endpoint", "local"],
          ["USHER_ENDPOINT": "http://127.0.0.1:1", "FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:2"],
          "local local demo-usher - --endpoint",
          [
            "USHER_ENDPOINT is set, but --endpoint decides",
            "FIREBASE_AUTH_EMULATOR_HOST is set, but --endpoint decides",
          ]
        ),
        (
          [], ["USHER_ENDPOINT": "local", "FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099"],
          "local local demo-usher - USHER_ENDPOINT",
          ["FIREBASE_AUTH_EMULATOR_HOST is set, but USHER_ENDPOINT decides"]
        ),
        (
          [], ["USHER_ENDPOINT": "http://127.0.0.1:9099", "FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099"],
          "default http://127.0.0.1:9099 demo-usher - USHER_ENDPOINT", []
        ),
        // Plain http beyond this machine.
        (
          [],
          [
            "FIREBASE_AUTH_EMULATOR_HOST": "emulator:9099", "USHER_API_KEY": "k", "USHER_PROJECT": "acme",
          ], "default http://emulator:9099 acme - FIREBASE_AUTH_EMULATOR_HOST",
          [
            "USHER_API_KEY is set, but FIREBASE_AUTH_EMULATOR_HOST decides",
            "http://emulator:9099 is plain http: others on the network can read the tokens",
          ]
        ),
        // In CI the endpoint is named.
        ([], ["CI": "true", "USHER_ENDPOINT": "local"], "local local demo-usher - USHER_ENDPOINT", []),
        (["--endpoint", "local"], ["CI": "1"], "local local demo-usher - --endpoint", []),
        (
          [], ["CI": "true", "USHER_API_KEY": "k", "USHER_PROJECT": "acme"],
          "default production acme - USHER_API_KEY", []
        ),
        ([], ["CI": ""], "local local demo-usher - default", []),
        ([], ["CI": "false"], "local local demo-usher - default", []),
      ]

  @Test(arguments: destinations)
  func theFirstThatIsSetDecides(
    _ words: [String], _ environment: Settings, _ destination: String, _ notices: [String]
  ) {
    let tool = ToolHarness()
    tool.network = TransportStub()
    tool.environment.merge(environment) { $1 }
    let result = tool.run(["status", "--json"] + words).json
    let found = ["profile", "endpoint", "project", "tenant", "source"].map { result?[$0]?.string ?? "-" }
    #expect(found.joined(separator: " ") == destination)
    #expect(result?["warnings"]?.array?.compactMap { $0.string } == notices)
    #expect(tool.run(["status"] + words).errors == notices.map { "warning: \($0)\n" }.joined())
    #expect(tool.run(["status", "--quiet"] + words).errors == "")
  }

  static let refusals: [(words: [String], environment: Settings, status: Int32, errors: String)] = [
    (
      [], ["CI": "true"], 78,
      "CI is set and no endpoint is named\n  For the local server, set USHER_ENDPOINT=local.\n  For a real project, set USHER_API_KEY."
    ),
    (
      ["--project", "demo-a"], [:], 78,
      "project demo-a is named, but no endpoint\n  For the real project, add --endpoint production, or set USHER_API_KEY.\n  For the local server, add --endpoint local."
    ),
    (
      [], ["USHER_PROJECT": "acme", "CI": "true"], 78,
      "project acme is named, but no endpoint\n  For the real project, add --endpoint production, or set USHER_API_KEY.\n  For the local server, add --endpoint local."
    ),
    (
      [], ["USHER_API_KEY": "k", "USHER_PROJECT": "demo-a"], 78,
      "USHER_API_KEY stands for Google's service, and demo-a is a project of local servers\n  For the local server, add --endpoint local.\n  For a project at Google, add --endpoint production."
    ),
    (
      [], ["USHER_API_KEY": "k"], 78,
      "no project is named for production\n  Name it with --project or USHER_PROJECT."
    ),
    (
      ["--endpoint", "production", "--project", "acme"], [:], 78,
      "no API key is set for production\n  make a profile from the app's configuration file:\n    usher init FILE --endpoint production --project acme\n  Or set USHER_API_KEY, from the Firebase console's Project settings > General."
    ),
    (
      ["--endpoint", "https://auth.example.com"], [:], 78,
      "no project is named for https://auth.example.com\n  Name it with --project or USHER_PROJECT."
    ),
    (
      [], ["FIREBASE_AUTH_EMULATOR_HOST": "emulator:9099"], 78,
      "no project is named for http://emulator:9099\n  Name it with --project or USHER_PROJECT."
    ),
    (
      ["--endpoint", "local", "--project", "acme"], [:], 78,
      "project ids of the local server inside usher start with demo-\n  Use --project demo-acme, or name the endpoint of the real project."
    ),
    (
      [], ["USHER_ENDPOINT": "auth.example.com:9099"], 78,
      "USHER_ENDPOINT must be local, production or a server's URL\n  Write a URL as scheme, host and port, as in http://127.0.0.1:9099."
    ),
    (
      [], ["USHER_API_KEY": ""], 78,
      "USHER_API_KEY is set but empty\n  Give it a value.\n  or unset it:  unset USHER_API_KEY"
    ),
    (
      ["--endpoint", "local"], ["USHER_API_KEY": ""], 78,
      "USHER_API_KEY is set but empty\n  Give it a value.\n  or unset it:  unset USHER_API_KEY"
    ),
    (
      [], ["FIREBASE_AUTH_EMULATOR_HOST": ""], 78,
      "FIREBASE_AUTH_EMULATOR_HOST is set but empty\n  Give it a value.\n  or unset it:  unset FIREBASE_AUTH_EMULATOR_HOST"
    ),
    (
      [], ["USHER_TYPING_ERROR": ""], 78,
      "USHER_TYPING_ERROR is set but empty\n  Give it a value.\n  or unset it:  unset USHER_TYPING_ERROR"
    ),
    (
      [], ["USHER_TIMEOUT": "soon"], 78,
      "USHER_TIMEOUT is 'soon', not a time\n  Write it as in 90s or 5m."
    ),
    (
      [], ["USHER_ENDPOINT": "somewhere"], 78,
      "USHER_ENDPOINT must be local, production or a server's URL\n  Write a URL as scheme, host and port, as in http://127.0.0.1:9099."
    ),
    (
      [], ["FIREBASE_AUTH_EMULATOR_HOST": "http://127.0.0.1:9099"], 78,
      "FIREBASE_AUTH_EMULATOR_HOST must be local, production or a server's URL\n  Write a URL as scheme, host and port, as in http://127.0.0.1:9099."
    ),
  ]

  @Test(arguments: refusals)
  func whatCannotBeMeantIsRefused(
    _ words: [String], _ environment: Settings, _ status: Int32, _ errors: String
  ) {
    let tool = ToolHarness()
    tool.environment.merge(environment) { $1 }
    tool.network = TransportStub()
    #expect(tool.run(["status"] + words) == .init(status, errors: "error: \(errors)\n"))
    #expect(tool.run(["verify-phone", "+16505553434"] + words).status == status)
  }

  @Test(arguments: [
    "", "somewhere", "ftp://127.0.0.1", "http://", "http://user:secret@127.0.0.1", "http://127.0.0.1/path",
    "http://127.0.0.1:99999", "127.0.0.1:99999", "auth.example.com:9099", "localhost", "9099", "http://a b",
    "http://127.0.0.1?x=y",
  ])
  func anEndpointThatIsNoURLIsAUsageError(_ endpoint: String) {
    #expect(
      ToolHarness().run("status", "--endpoint", endpoint)
        == .init(
          64,
          errors: """
            error: --endpoint must be local, production or a server's URL
              Write a URL as scheme, host and port, as in http://127.0.0.1:9099.

            """))
  }

  @Test(arguments: ["--project", "--tenant"])
  func anEmptyValueIsRefused(_ option: String) {
    let tool = ToolHarness()
    tool.network = TransportStub()
    for endpoint in ["local", "http://127.0.0.1:9099"] {
      #expect(
        tool.run("verify-phone", "+16505553434", "--endpoint", endpoint, option, "")
          == .init(65, errors: "error: \(option) is empty\n"))
    }
  }

  @Test(
    arguments: [("k", "k"), (nil, "acme")] as [(String?, String)],
    ["http://127.0.0.1:9099", "https://auth.example.com"])
  func aServerThatIsNotGooglesGetsAKeyInAnyCase(_ keys: (String?, String), at endpoint: String) {
    let (variable, key) = keys
    let tool = ToolHarness()
    let stub = TransportStub(.json(#"{"sessionInfo":"s1"}"#))
    tool.network = stub
    tool.environment["USHER_API_KEY"] = variable
    tool.run("verify-phone", "+16505553434", "--endpoint", endpoint, "--project", "acme")
    #expect(stub.requests.map(\.origin) == [endpoint])
    #expect(stub.requests.map { $0.queryValue("key") } == [key])
  }

  @Test func aSessionElsewhereIsNotUsedHere() throws {
    let tool = ToolHarness()
    tool.network = TransportStub()
    tool.signIn()
    let state = try tool.state
    for words in [["whoami"], ["token"], ["token", "--refresh"], ["session", "export", "-"]] {
      #expect(
        tool.run(words + ["--endpoint", "http://127.0.0.1:9099"])
          == .init(
            4,
            errors: """
              error: no user is signed in
                There is a session elsewhere: local server, project demo-usher.
                sign in here:  usher signin --endpoint http://127.0.0.1:9099

              """))
    }
    #expect(tool.run("whoami", "--endpoint", "local", "--project", "demo-other").status == 4)
    #expect(tool.run("whoami", "--tenant", "t").status == 4)
    #expect(try tool.state == state)
    #expect(tool.run("whoami", "--endpoint", "local").status == 0)
  }

  @Test func secretsAreNeverPrinted() throws {
    let tool = ToolHarness()
    tool.environment["USHER_API_KEY"] = "secret-key"
    tool.environment["USHER_ENDPOINT"] = "local"
    tool.environment["USHER_PASSWORD"] = "secret-password"
    tool.signIn()
    let key = try #require(try tool.state.bindings.first).session()
    let session = try #require(try tool.state[key])
    let secrets = [
      session.tokens.idToken.text, session.tokens.refreshToken ?? "", "secret-key", "secret-password",
    ]
    for words in [
      ["whoami"], ["whoami", "--claims"], ["status"], ["status", "--all"], ["session", "list"],
      ["session", "use", "default"], ["verify-phone", "--reauth"], ["confirm-code", "1"],
      ["pending", "list"],
      ["confirm-code", tool.code()], ["local", "outbox"], ["session", "export", tool.folder.path + "/s"],
      ["token", "--field", "uid"], ["token", "--claims", "--field", "claims"], ["signout"],
      ["session", "import", tool.folder.path + "/s"], ["help", "environment"],
    ] {
      for form in [[], ["--json"]] where !(form == ["--json"] && words.contains("--field")) {
        let outcome = tool.run(words + form)
        for secret in secrets {
          #expect(!(outcome.output + outcome.errors).contains(secret), "\(words + form)")
        }
      }
    }
  }
}
