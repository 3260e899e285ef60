import Essentials
import Flows
import HTTP
import IdentityToolkit
import LibC
import PrivateFiles
import TestSupport
import Testing

@testable import UsherTool

/// What doctor finds.
struct DoctorTests {
  let tool = ToolHarness()

  init() {
    tool.environment["SHELL"] = "/bin/sh"
    tool.environment["BROWSER"] = "/bin/sh -i"
    tool.environment["TERM"] = "xterm"
  }

  /// The verdicts by name.
  private func verdicts(_ outcome: ToolHarness.Outcome) -> [String: String] {
    (outcome.json?["checks"]?.array ?? []).reduce(into: [:]) {
      $0[$1["name"]?.string ?? ""] = $1["verdict"]?.string
    }
  }

  private func doctor(_ words: String..., answers: TransportStub.Answer...) -> ToolHarness.Outcome {
    tool.network = TransportStub(answers)
    return tool.run(["doctor", "--json"] + words)
  }

  private func makeProfile() {
    tool.network = TransportStub()
    tool.run("init", "-", "--name", "acme", input: AppFiles.web)
  }

  private static func config(
    domains: String = #""127.0.0.1""#, date: String = "Fri, 15 Jan 2027 08:00:00 GMT"
  ) -> TransportStub.Answer {
    .json(#"{"projectId":"1","authorizedDomains":[\#(domains)]}"#, headers: ["Date": date])
  }

  private static func refusal(_ code: String) -> TransportStub.Answer {
    .json(#"{"error":{"code":400,"message":"\#(code)"}}"#, status: 400)
  }

  @Test func aHealthyLocalServerIsALineForEachCheck() {
    tool.signIn()
    let outcome = tool.run("doctor")
    #expect(
      outcome
        == .init(
          0,
          output: """
            ok   configuration: none, which is fine
            ok   state: \(tool.configFolder)/state.json is private, 1 signed in
            ok   lock: free
            ok   disk: local
            ok   endpoint: local server, no project configured (by default)
            ok   proxy: not used for this machine
            ok   server: inside this program
            ok   key: the local server accepts any key
            ok   providers: on: password, email-link, phone, anonymous, identity providers
            ok   session: +16505550123, saved as default
            ok   libraries: libcurl, libcrypto, libqrencode, libpng, libedit, libargon2, libfido2, libxml2
            ok   terminal: none, so usher asks nothing
            ok   browser: /bin/sh -i
            ok   completions: none for sh

            """))
  }

  @Test func nothingIsMadeToFindOut() {
    let tool = ToolHarness(isFirstRun: true)
    #expect(tool.run("doctor").status == 0)
    #expect(tool.folder.names() == [])
  }

  @Test func whatTheLocalProjectForbidsIsShown() {
    tool.run("local", "project", "disable", "phone")
    #expect(
      tool.run("doctor").lines.contains(
        "ok   providers: on: password, email-link, anonymous, identity providers; off: phone"))
    tool.run("local", "provider", "set", "github.com", "--disable")
    #expect(
      tool.run("doctor").lines.contains(
        "ok   providers: on: password, email-link, anonymous, other identity providers; off: phone, github.com"
      ))
  }

  @Test func aProjectsWaysInAreAskedForWithoutUsingThem() throws {
    makeProfile()
    let outcome = doctor(
      answers: Self.config(), Self.refusal("MISSING_PASSWORD"), Self.refusal("OPERATION_NOT_ALLOWED"),
      Self.refusal("MISSING_SESSION_INFO"))
    #expect(outcome.status == 0)
    #expect(
      verdicts(outcome) == [
        "configuration": "ok", "state": "ok", "lock": "ok", "disk": "ok", "endpoint": "ok", "proxy": "ok",
        "connection": "ok", "clock": "ok", "key": "ok", "domains": "ok", "providers": "ok", "session": "ok",
        "libraries": "ok", "terminal": "ok",
        "browser": "ok", "completions": "ok",
      ])
    #expect(
      outcome.json?["checks"]?.array?.first { $0["name"] == "providers" }?["text"]
        == "on: password, phone; off: email-link; not known: anonymous")
    let stub = try #require(tool.network as? TransportStub)
    #expect(stub.requests.allSatisfy { $0.origin == "https://identitytoolkit.googleapis.com" })
    #expect(
      !stub.requests.contains { $0.path.hasSuffix("signUp") || $0.path.hasSuffix("sendVerificationCode") })
  }

  @Test func whatIsWrongIsNamedWithThePageThatMendsIt() {
    makeProfile()
    let outcome = doctor(
      answers: Self.config(domains: #""localhost""#, date: "Fri, 15 Jan 2027 07:50:00 GMT"),
      Self.refusal("PASSWORD_LOGIN_DISABLED"), Self.refusal("OPERATION_NOT_ALLOWED"),
      Self.refusal("OPERATION_NOT_ALLOWED"))
    #expect(outcome.status == 78)
    #expect(outcome.json?["status"] == "failed" && outcome.json?["healthy"] == false)
    let found = verdicts(outcome).filter { $0.value != "ok" }
    #expect(found == ["clock": "fail", "domains": "warn", "providers": "warn"])
    #expect(
      outcome.json?["checks"]?.array?.first { $0["name"] == "domains" }?["hint"]
        == "add it in the Firebase console, under Authentication > Settings > Authorized domains: https://console.firebase.google.com/project/acme-1234/authentication/settings"
    )
  }

  @Test(
    arguments: [
      (.failure(.nameNotResolved(host: "x")), "dns", 69),
      (.failure(.tlsFailed(reason: "expired")), "tls", 69),
      (.failure(.proxyFailed(reason: "407")), "proxy", 69), (.failure(.connectionRefused), "connection", 69),
      (refusal("API key not valid. Please pass a valid API key."), "key", 12),
      (.json("<html>sign in to the network</html>"), "key", 69),
    ] as [(TransportStub.Answer, String, Int32)])
  func theFirstFailureGivesTheExitStatus(_ answer: TransportStub.Answer, _ name: String, _ status: Int32) {
    makeProfile()
    let outcome = doctor(answers: answer)
    #expect(outcome.status == status)
    #expect(outcome.errors == "")
    #expect(verdicts(outcome)[name] == "fail")
  }

  @Test func offlineAsksNobody() {
    makeProfile()
    let outcome = doctor("--offline")
    #expect(outcome.status == 0)
    #expect(verdicts(outcome)["server"] == "ok")
    #expect((tool.network as? TransportStub)?.requests == [])
  }

  @Test func aBadConfigurationIsFoundAndDoesNotKeepDoctorFromTheRest() {
    tool.folder.write("{", to: "config/config.json", mode: 0o644)
    tool.folder.write("{", to: "config/state.json")
    let outcome = doctor()
    #expect(outcome.status == 78)
    #expect(verdicts(outcome)["configuration"] == "fail" && verdicts(outcome)["state"] == "fail")
  }

  @Test func aStateThatOthersMayReadIsFound() {
    tool.signIn()
    chmod(tool.configFolder + "/state.json", 0o644)
    let outcome = doctor("--endpoint", "local")
    #expect(outcome.status == 77)
    #expect(verdicts(outcome)["state"] == "fail")
  }

  @Test func aLockThatIsHeldIsAWarning() throws {
    tool.signIn()
    let state = StateFile(folder: tool.configFolder, wait: LockWait(limit: .zero))
    let outcome = try state.update { _ in doctor("--offline", "--endpoint", "local") }
    #expect(outcome.status == 0)
    #expect(verdicts(outcome)["lock"] == "warn")
  }

  @Test func aProxyIsShownWithoutItsPassword() {
    makeProfile()
    tool.environment["https_proxy"] = "http://me:secret@proxy.example:3128"
    let output = tool.run("doctor", "--offline").output
    #expect(output.firstRange(of: "ok   proxy: http://…@proxy.example:3128 (https_proxy)") != nil)
  }

  @Test func completionsAreLookedForWhereTheShellDoes() {
    tool.environment["SHELL"] = "/bin/bash"
    tool.environment["XDG_DATA_HOME"] = tool.folder.path
    tool.environment["XDG_DATA_DIRS"] = tool.folder.path + "/share"
    // A start file may load them, and only the shell can tell.
    let advice = """
      ok   completions: not in the folders of bash, which is fine if your start file loads them
           to install them, see: usher help completion

      """
    #expect(tool.run("doctor", "--offline").output.hasSuffix(advice))
    tool.environment["SHELL"] = "/usr/bin/fish"
    #expect(verdicts(doctor())["completions"] == "warn")
    tool.environment["SHELL"] = "/bin/bash"
    tool.folder.makeFolder("bash-completion")
    tool.folder.makeFolder("bash-completion/completions")
    tool.folder.write("", to: "bash-completion/completions/usher")
    #expect(verdicts(doctor())["completions"] == "ok")
  }

  @Test(arguments: [
    ("SSH_CONNECTION", "forward their port with --listen"),
    ("container", "publish a port, and use --listen 0.0.0.0:8123 --page-host 127.0.0.1"),
  ])
  func howPagesAreOpenedElsewhereIsSaidAsThePagesSayIt(_ variable: String, _ advice: String) {
    tool.environment["BROWSER"] = nil
    tool.environment[variable] = "1 2 3 4"
    #expect(tool.run("doctor").lines.contains("     usher prints the addresses of pages: " + advice))
  }

  @Test func aBrowserIsMissedWhereNoneCanOpen() {
    tool.environment["BROWSER"] = nil
    #expect(verdicts(doctor())["browser"] == "warn")
    // A display, but nothing that opens pages: no other program than xdg-open is ever started.
    tool.environment["DISPLAY"] = ":0"
    tool.environment["PATH"] = tool.folder.path
    tool.folder.write("", to: "sensible-browser", mode: 0o700)
    #expect(verdicts(doctor())["browser"] == "warn")
    tool.folder.write("", to: "xdg-open", mode: 0o700)
    #expect(verdicts(doctor())["browser"] == "ok")
    // Far from the display, only a browser that was named for it.
    tool.environment["SSH_CONNECTION"] = "1 2 3 4"
    tool.environment["BROWSER"] = "/bin/sh"
    #expect(verdicts(doctor())["browser"] == "warn")
    tool.environment["USHER_BROWSER"] = "/bin/sh"
    #expect(verdicts(doctor())["browser"] == "ok")
  }
}
