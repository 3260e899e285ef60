import Administration
import AuthClient
import AuthServer
import CommandKit
import Essentials
import Flows
import HTTP
import HTTPListener
import IdentityToolkit
import LibC
import OpenIDConnect
import PrivateFiles
import SecurityKeys
import TerminalIO
import TestSupport
import Testing

@testable import UsherTool

/// Every `usher/…` code occurs, with the exit status that it declares.
@Suite struct UsherErrorCodeTests {
  /// How a code comes about.
  enum Example {
    /// A script's run, which is told the code.
    case run(@Sendable (ToolHarness) -> ToolHarness.Outcome)
    /// A run that asks or copies, which no script's does: a person reads the sentence alone.
    case told(String, @Sendable (ToolHarness) -> ToolHarness.Outcome)
    /// What no test brings about at a low price.
    case fault(any Error)
  }

  @Test(arguments: UsherErrorCode.allCases)
  func everyCodeOccursWithItsExitStatus(_ code: UsherErrorCode) throws {
    let tool = ToolHarness()
    switch try #require(Self.examples[code], "no example") {
    case .run(let run):
      let outcome = run(tool)
      let error = outcome.json?["error"]
      #expect(error?["code"]?.string == code.rawValue, "\(outcome)")
      #expect(error?["exit"]?.integer == Int64(code.exit.rawValue))
      #expect(outcome.status == code.exit.rawValue)
    case .told(let sentence, let run):
      let outcome = run(tool)
      let said = code == .declined ? sentence : "error: \(sentence)"
      #expect(outcome.errors.hasPrefix(said + "\n"), "\(outcome)")
      #expect(outcome.status == code.exit.rawValue)
      #expect(outcome.output == "")
    case .fault(let error):
      let diagnosis = Diagnosis(error, now: .distantPast)
      #expect(diagnosis.code == code.rawValue)
      #expect(diagnosis.exit == code.exit)
    }
  }

  @Test func everyMeaningIsASentenceOfItsOwn() {
    let meanings = UsherErrorCode.allCases.map(\.meaning)
    #expect(Set(meanings).count == meanings.count)
    for meaning in meanings {
      #expect(meaning.hasSuffix(".") && meaning.first?.isUppercase == true, "\(meaning)")
      #expect(meaning.split(separator: " ").count <= 20, "\(meaning)")
    }
  }

  private static let examples: [UsherErrorCode: Example] =
    [arguments, files, places, administration, servers, people, faults].reduce(into: [:]) { all, some in
      all.merge(some) { _, _ in fatalError("a code has two examples") }
    }

  /// A run for scripts.
  private static func run(
    _ words: String..., input: String = "",
    after prepare: @escaping @Sendable (ToolHarness) -> Void = { _ in }
  ) -> Example {
    .run { tool in
      prepare(tool)
      return tool.run(words + ["--json"], input: input)
    }
  }

  /// A run for scripts, with one variable.
  private static func run(_ words: String..., with name: String, _ value: String) -> Example {
    .run { tool in
      tool.environment[name] = value
      return tool.run(words + ["--json"])
    }
  }

  /// An owner's.
  private static let token = "0123456789abcdef"

  /// A run for scripts that gets a file's path.
  private static func run(
    with text: String, _ words: @escaping @Sendable (_ path: String) -> [String],
    after prepare: @escaping @Sendable (ToolHarness) -> Void = { _ in }
  ) -> Example {
    .run { tool in
      prepare(tool)
      return tool.run(words(tool.file(text)) + ["--json"])
    }
  }

  /// A run at a terminal.
  private static func told(
    _ sentence: String, _ answers: ScriptedTerminal.Answer..., by words: String...,
    after prepare: @escaping @Sendable (ToolHarness) -> Void = { _ in }
  ) -> Example {
    .told(sentence) { tool in
      prepare(tool)
      return tool.run(words, terminal: ScriptedTerminal(answers: answers))
    }
  }
}

extension UsherErrorCodeTests {
  private static let arguments: [UsherErrorCode: Example] = [
    .badAddress: run(with: token) {
      ["serve", "--host", "nowhere", "--port", "0", "--owner-token-file", $0]
    },
    .badEndpoint: run("status", "--endpoint", "x"),
    .badIssuer: run("local", "provider", "set", "oidc.corp", "--issuer", "x", "--client-id", "a"),
    .badOAuthClient: run(
      "profile", "client", "set", "oidc.corp", "--client-id", "a", "--issuer", "x", "-p", "own"),
    .badProfileName: run("profile", "set", "endpoint", "local", "-p", "a b"),
    .badProject: run("serve", "--project", "a b", "--port", "0"),
    .badSessionName: run("whoami", "--as="),
    .badSetting: run("config", "set", "output", "x"),
    .badToken: run("token", "inspect", "-", input: "x"),
    .badVariable: run("status", with: "USHER_COLOR", "blue"),
    .emptyValue: run("status", "--project", ""),
    .emptyVariable: run("status", with: "USHER_PROJECT", ""),
    .noClipboard: .told("this machine has no clipboard, and there is no terminal that can copy") { tool in
      tool.signIn()
      tool.environment["PATH"] = tool.folder.path
      return tool.run("token", "--copy")
    },
    .noFileName: run("mfa", "code", "--secret-file", ""),
    .noHome: .run { tool in
      tool.environment["USHER_CONFIG_DIR"] = nil
      return tool.run("status", "--json")
    },
    .noSuchClient: run("profile", "client", "remove", "google", "-p", "own") {
      $0.run("profile", "set", "endpoint", "local", "-p", "own")
    },
    .noSuchProfile: run("whoami", "-p", "gone"),
    .notSet: run("config", "get", "language"),
    .nothingPending: run("confirm-code", "123456"),
    .outputLost: .run { $0.run(["status", "--json"], outputTo: "/dev/full") },
    .profileExists: run("profile", "rename", "own", "other") {
      for name in ["own", "other"] { $0.run("profile", "set", "endpoint", "local", "-p", name) }
    },
    .reservedProfile: run("profile", "rename", "own", "local") {
      $0.run("profile", "set", "endpoint", "local", "-p", "own")
    },
    .sessionGiven: run("signin", "anonymous", with: "USHER_ID_TOKEN", TokenFixture.phone()),
    .severalPending: run("confirm-code", "123456") { tool in
      tool.signIn()
      tool.run("verify-phone", "--reauth")
      tool.run("verify-phone", "+16505550199")
    },
    .usage: run("nonsense"),
  ]

  private static let files: [UsherErrorCode: Example] = [
    .badAppFile: run(with: "x") { ["init", $0] },
    .badCertificate: run(with: "x") { ["serve", "--port", "0", "--tls-cert", $0, "--tls-key", $0] },
    .badClientSecret: run(with: "") {
      [
        "local", "provider", "set", "oidc.corp", "--issuer", "https://id.example", "--client-id", "a",
        "--client-secret-file", $0,
      ]
    },
    .badConfig: run("status") { $0.folder.write("{", to: "config/config.json") },
    .badExport: run("local", "import", "/"),
    .badFolderProfile: run("status") { $0.folder.write("a b", to: ".usher-profile") },
    .badOwnerToken: run(with: "short") { ["serve", "--port", "0", "--owner-token-file", $0] },
    .badSeed: run(with: "x") { ["local", "seed", $0] },
    .badSession: run(with: "x") { ["session", "import", $0] },
    .badPasskey: run(with: "{}") { ["signin", "passkey", "--key-file", $0] },
    .badTOTPSecret: run(with: "1") { ["mfa", "code", "--secret-file", $0] },
    .cannotRead: run("session", "import", "/nowhere"),
    .cannotWrite: run("local", "backup", "/nowhere/backup"),
    .configUnsafe: run("status") { $0.folder.write("{}", to: "config/config.json", mode: 0o666) },
    .corrupt: run("local", "outbox") {
      for name in ["local.db", "local.db-wal"] {
        $0.folder.write(String(repeating: "x", count: 8192), to: "config/" + name)
      }
    },
    .notText: .run { tool in
      tool.folder.write([0xFF], to: "secret")
      return tool.run("mfa", "code", "--secret-file", tool.folder.path(of: "secret"), "--json")
    },
    .stateCorrupt: run("status") { $0.folder.write("{", to: "config/state.json") },
    .stateNewer: run("status") { $0.folder.write(#"{"version":99}"#, to: "config/state.json") },
    .stateUnsafe: run("status") { $0.folder.write(#"{"version":1}"#, to: "config/state.json", mode: 0o644) },
    .tooLong: run(with: String(repeating: "A", count: 1 << 20 + 1)) { ["mfa", "code", "--secret-file", $0] },
    .unsafeFile: run("local", "outbox") { chmod($0.configFolder + "/local.db", 0o666) },
    .unsupported: run("confirm-code", "--pending", "p1", "123456") { tool in
      tool.run("verify-phone", ToolHarness.number)
      let state = tool.folder.text(of: "config/state.json") ?? ""
      let parts = state.split(separator: "phone-signin", omittingEmptySubsequences: false)
      tool.folder.write(parts.joined(separator: "of-tomorrow"), to: "config/state.json")
    },
  ]

  private static let places: [UsherErrorCode: Example] = [
    .noAPIKey: run("methods", "kim@example.com", "--endpoint", "production", "--project", "acme"),
    .noEndpoint: run("profile", "use", "own") { $0.run("profile", "set", "tenant", "t", "-p", "own") },
    .noEndpointInCI: run("whoami", with: "CI", "1"),
    .noProject: run("whoami", with: "USHER_API_KEY", "k"),
    .notADemoProject: run("whoami", "--endpoint", "local", "--project", "acme"),
    .notLocal: run("local", "outbox", "--endpoint", "production", "--project", "acme") {
      $0.environment["USHER_API_KEY"] = "k"
    },
    .projectAlone: run("whoami", "--project", "acme"),
    .tokenWithoutEndpoint: run("whoami", with: "USHER_REFRESH_TOKEN", "r"),
  ]

  private static let administration: [UsherErrorCode: Example] = [
    .badCredential: run(with: "{}") {
      ["project", "get", "--endpoint", "production", "--project", "acme", "--service-account", $0]
    },
    .badProjectConfig: run(with: "x") { ["project", "apply", $0] },
    .badRegion: run("project", "region", "deny", "VNM"),
    .changeLost: run("project", "domain", "add", "a.example.com", "--endpoint", "http://127.0.0.1:9099") {
      guard let network = try? GoogleStandIn($0.clock) else { return }
      // Somebody else's change is always the last one.
      network.answer { _ in .json("{}") }
      $0.network = network
    },
    .credentialRefused: .fault(
      GoogleCredentialError.refused(OAuthRefusal(origin: "https://oauth2.googleapis.com", status: 400))),
    .foreignCredential: run(
      with: #"{"type":"authorized_user","client_id":"a","client_secret":"b","refresh_token":"c"}"#
    ) {
      ["project", "get", "--endpoint", "http://127.0.0.1:9099", "--service-account", $0]
    } after: {
      $0.network = TransportStub(
        .json(#"{"access_token":"ya29.x","expires_in":3599,"token_type":"Bearer"}"#))
    },
    .noAdministrator: run("project", "get", "--endpoint", "production", "--project", "acme"),
  ]

  private static let servers: [UsherErrorCode: Example] = [
    .cannotListen: run(with: token) {
      ["serve", "--host", "192.0.2.1", "--port", "0", "--owner-token-file", $0]
    },
    .cannotRun: .run { tool in
      tool.signIn()
      return tool.run("exec", "--json", "--", "/")
    },
    .codeCommand: run("confirm-code", "--code-command", "exit 3") {
      $0.run("verify-phone", ToolHarness.number)
    },
    .libraryMissing: run("methods", "kim@example.com", "--endpoint", "http://127.0.0.1:9099") {
      $0.network = TransportStub(.failure(.libraryMissing(name: "libcurl")))
    },
    .noMessage: run("local", "outbox", "--latest"),
    .noSuchSnapshot: run("local", "snapshot", "load", "users"),
    .noAuthenticator: run("signin", "passkey"),
    .noSuchPasskey: run("passkey", "remove", "x", "--yes") { $0.signIn() },
    .noSuchNumber: run("local", "test-number", "remove", ToolHarness.number),
    .noSuchProgram: .run { tool in
      tool.signIn()
      return tool.run("exec", "--json", "--", "/nowhere")
    },
    .noSuchSetting: run("local", "project", "get", "x"),
    .noSuchTenant: run("local", "tenant", "delete", "x", "--yes"),
    .portTaken: .run { tool in
      let other = try? HTTPListener(Nothing())
      return tool.run("serve", "--port", "\(other?.port ?? 0)", "--json")
    },
    .providerNotSet: run("local", "provider", "remove", "google"),
    .timedOut: run("local", "outbox", "--latest", "--wait", "1s"),
  ]

  private static let people: [UsherErrorCode: Example] = [
    .declined: told("Nothing was changed.", "n", by: "local", "reset"),
    .lineTooLong: told(
      "the line is too long for the terminal", .failure(.lineTooLong), by: "verify-phone"),
    .noInput: told("the input ended", .failure(.endOfInput), by: "verify-phone"),
    .noWayBack: told(
      "Apple cannot come back to this machine: Apple sends browsers back to no IP address and not to localhost, and posts its answer",
      by: "signin", "idp", "apple", "--endpoint", "production", "--project", "acme"
    ) { $0.environment["USHER_API_KEY"] = "k" },
    .nobodyAnswered: told("nobody answered in time", .failure(.timedOut), by: "verify-phone"),
    .passwordsDiffer: told(
      "the two passwords differ", "1", "2", "1", "2", "1", "2", by: "signup", "--email", "kim@example.com"),
    .profileChanged: .told("the profile own was changed by another command") { tool in
      tool.run("profile", "set", "endpoint", "local", "-p", "own")
      tool.run("signin", "anonymous", "-p", "own")
      // The answer is asked for on the thread that runs the command.
      nonisolated(unsafe) let tool = tool
      let terminal = ScriptedTerminal(answers: [
        .reply { _ in
          tool.run("signin", "anonymous", "-p", "own", "--as", "other")
          return "y"
        }
      ])
      return tool.run("profile", "remove", "own", terminal: terminal)
    },
    .stepGone: .told("another command cancelled the sign-in") { tool in
      tool.signUpVerified()
      tool.enrollSMS()
      nonisolated(unsafe) let tool = tool
      // The question which factor is asked for follows the first one.
      tool.enrollTOTP()
      let terminal = ScriptedTerminal(answers: [
        .line(ToolHarness.password),
        .reply { _ in
          tool.run("pending", "drop")
          return "1"
        },
      ])
      return tool.run("signin", "password", "--email", ToolHarness.email, terminal: terminal)
    },
  ]

  private static let faults: [UsherErrorCode: Example] = [
    .securityKeyRefused: .fault(SecurityKeyError.pinRequired),
    .busy: .fault(StateError.busy(path: "/x")),
    .diskFull: .fault(StateError.diskFull(path: "/x")),
    .earlier: .fault(StorageFailure.earlier(path: "/x")),
    .inUse: .fault(CopyFailure.inUse(path: "/x", process: 1)),
    .interrupted: .fault(TerminalError.interrupted),
    .io: .fault(StateError.failed(path: "/x", reason: "no")),
    // Root, whom tests may run as, is only warned.
    .keyExposed: .fault(Diagnosis(TLSIdentity.Problem.exposed(file: "/x"))),
    .newer: .fault(StorageFailure.newer(path: "/x", version: 99)),
    .noIssuer: .fault(OwnClientProblem.issuerMissing(IdentityProvider("oidc.corp"))),
    .noTerminal: .fault(TerminalError.notATerminal),
    .ownClientRefused: .fault(OwnClientProblem.serviceOnly(IdentityProvider("facebook"))),
    .portNotPermitted: .fault(ListenError.portNotPermitted(80)),
    .qrFailed: .fault(QRCodeError.failed),
    .qrTooLong: .fault(QRCodeError.tooLong),
    // Root reads all.
    .stateUnreadable: .fault(StateError.unreadable(path: "/x", reason: "no")),
    .unexpected: .fault(ErrorOfTomorrow()),
  ]

  private struct ErrorOfTomorrow: Error {}

  private struct Nothing: HTTPHandler {
    func respond(to request: HTTPRequest) -> HTTPResponse { HTTPResponse(status: 404) }
  }
}
