import AuthClient
import BrowserPages
import Essentials
import Flows
import HTTP
import HTTPListener
import IdentityToolkit
import LibC
import PrivateFiles
import Synchronization
import TerminalIO
import TestSupport
import Testing

@testable import UsherTool

/// From a command to a code, past the challenge of the embedded server.
@Suite struct RecaptchaFlowTests {
  private let tool = ToolHarness()

  /// Does in the browser what a person would, once the terminal shows an address.
  private func browse(
    _ terminal: ScriptedTerminal, _ act: @escaping @Sendable (Browser, String, String?) -> Void
  ) {
    try? startThread {
      for _ in 1...1_800_000 {
        if let url = terminal.address {
          let authority = url.split(separator: "/")[1]
          guard let port = UInt16(authority.split(separator: ":")[1]) else { return }
          let browser = Browser(port: port)
          return act(browser, "http://\(authority)", browser.send(browser.visit(url))?.cookie)
        }
        usleep(2000)
      }
    }
  }

  @Sendable private static func send(
    _ fields: [QueryItem], _ browser: Browser, _ origin: String, _ cookie: String?
  ) {
    _ = browser.send(
      browser.visit(origin + "/result", from: "same-origin", cookie: cookie).with("Origin", origin)
        .with("Content-Type", "application/x-www-form-urlencoded").changed {
          $0.method = "POST"
          $0.body = FormEncoding.encode(fields)
        })
  }

  /// Passes the challenge of the page, as its script does.
  @Sendable private static func pass(_ browser: Browser, _ origin: String, _ cookie: String?) {
    guard let page = browser.send(browser.visit(origin, cookie: cookie)) else { return }
    func data(_ name: String) -> String {
      String(page.body.split(separator: "data-\(name)=\"").last?.prefix { $0 != "\"" } ?? "")
    }
    let solved = browser.send(
      browser.visit(origin + "/recaptcha/token", from: "same-origin").with("Origin", origin)
        .with("Content-Type", "application/json").changed {
          $0.method = "POST"
          $0.body = #"{"siteKey":"\#(data("key"))","action":"\#(data("action"))"}"#
        })
    let body = try? JSONValue(parsing: Data((solved?.body ?? "").utf8))
    let token = body?["token"]?.string ?? "none"
    send(page.fields.map { $0.name == "token" ? QueryItem("token", token) : $0 }, browser, origin, cookie)
  }

  @Test func aPersonWhoPassesGetsACode() throws {
    let terminal = ScriptedTerminal(answers: [.shownCode])
    browse(terminal, Self.pass)
    let outcome = tool.run(
      "verify-phone", ToolHarness.number, "--app-verification", "recaptcha", "--no-browser",
      terminal: terminal)
    #expect(outcome.status == 0 && outcome.output.hasPrefix("Signed in as \(ToolHarness.number)"))
    // A person's doing is no credential for the next time.
    #expect(try tool.state.profiles["local"]?.bindings.first?.appCredentials == nil)
  }

  @Test func aPersonWhoPassesCreatesAnAccountAndIsMailed() throws {
    try tool.requireRecaptcha()
    let terminal = ScriptedTerminal()
    browse(terminal, Self.pass)
    let outcome = tool.run(
      "signup", "kim@example.com", "--password-stdin", "--no-browser", input: "correct horse",
      terminal: terminal)
    #expect(outcome == .init(0, output: outcome.output))
    #expect(
      terminal.transcript.contains { $0.contains("The project requires reCAPTCHA. Pass it in your browser:") }
    )
    let mailTerminal = ScriptedTerminal()
    // The recipient is not locked while a person is at the browser.
    let key = Binding(profile: "local", endpoint: "local", project: "demo-usher")
      .session("to kim@example.com")
    browse(mailTerminal) { [folder = tool.folder, path = tool.configFolder] browser, origin, cookie in
      let lock = StateFile(folder: path, wait: LockWait(limit: .milliseconds(1))).lock(of: key)
      try? lock.hold { folder.write("", to: "held") }
      Self.pass(browser, origin, cookie)
    }
    #expect(tool.run("send-link", "kim@example.com", terminal: mailTerminal).status == 0)
    #expect(tool.folder.text(of: "held") == "" && tool.sentMessages == 1)
  }

  @Test func aPersonWhoGivesUpGetsNone() throws {
    let terminal = ScriptedTerminal()
    browse(terminal) { browser, origin, cookie in
      guard let page = browser.send(browser.visit(origin, cookie: cookie)) else { return }
      Self.send(page.fields + [QueryItem("cancel", "1")], browser, origin, cookie)
    }
    let outcome = tool.run(
      "verify-phone", ToolHarness.number, "--app-verification", "recaptcha", "--no-browser",
      terminal: terminal)
    #expect(outcome.status == 11 && outcome.errors.hasPrefix("error: the reCAPTCHA page was closed\n"))
    #expect(tool.sentMessages == 0)
  }

  @Test func theNumberIsNotLockedWhileAPersonIsAtTheBrowser() throws {
    let terminal = ScriptedTerminal()
    let key = Binding(profile: "local", endpoint: "local", project: "demo-usher")
      .session("to " + ToolHarness.number)
    browse(terminal) { [folder = tool.folder, path = tool.configFolder] browser, origin, cookie in
      let lock = StateFile(folder: path, wait: LockWait(limit: .milliseconds(1))).lock(of: key)
      try? lock.hold { folder.write("", to: "held") }
      guard let page = browser.send(browser.visit(origin, cookie: cookie)) else { return }
      Self.send(page.fields + [QueryItem("cancel", "1")], browser, origin, cookie)
    }
    let outcome = tool.run(
      "verify-phone", ToolHarness.number, "--app-verification", "recaptcha", "--no-browser",
      terminal: terminal)
    #expect(outcome.status == 11 && tool.folder.text(of: "held") == "")
  }

  @Test func aBrowserThatNeverComesIsNotWaitedForForever() {
    let outcome = tool.run(
      "verify-phone", ToolHarness.number, "--app-verification", "recaptcha", "--no-browser", "--wait-limit",
      "0.1s", terminal: ScriptedTerminal())
    #expect(outcome.status == 75)
    #expect(tool.sentMessages == 0)
  }

  @Test func whoWantsQuietIsToldTheAddressAllTheSame() {
    let outcome = tool.run(
      "verify-phone", ToolHarness.number, "--app-verification", "recaptcha", "--no-browser", "--wait-limit",
      "0.1s", "--quiet")
    #expect(
      outcome.errors.hasPrefix("Before the SMS is sent, pass reCAPTCHA in your browser:\n  http://127.0.0.1:")
    )
  }

  @Test func aTakenPortIsSaid() throws {
    let taken = try PageServer.forTests()
    let outcome = tool.run(
      "verify-phone", ToolHarness.number, "--app-verification", "recaptcha", "--listen",
      String(taken.origin.dropFirst("http://".count)), terminal: ScriptedTerminal())
    #expect(outcome.status == 69 && outcome.errors.contains("is taken"))
    #expect(
      outcome.errors.hasSuffix(
        "\n  Choose another port with --listen ADDRESS:PORT, or any free one with port 0.\n"))
  }

  @Test func overSSHThePortIsToBeForwarded() {
    tool.environment["SSH_CONNECTION"] = "192.0.2.7 50000 192.0.2.1 22"
    let terminal = ScriptedTerminal()
    tool.run(
      "verify-phone", ToolHarness.number, "--app-verification", "recaptcha", "--wait-limit", "0.1s",
      terminal: terminal)
    #expect(terminal.transcript.contains { $0.contains("ssh -L ") && $0.hasSuffix(" 192.0.2.1") })
  }

  @Test func theAddressOfTheProjectsOwnPageMayBePasted() throws {
    let tool = try Self.atProduction()
    let stub = Self.production(.json(#"{"sessionInfo":"s1"}"#))
    tool.network = stub
    let terminal = PastingTerminal { id in
      [
        "https://acme.firebaseapp.com/__/auth/callback", Self.callback("AAAAAAAAAA", "recaptchaToken=stolen"),
        Self.callback(id, "recaptchaToken=tok&recaptchaToken=other"),
      ]
    }
    let outcome = tool.run(
      "verify-phone", ToolHarness.number, "--no-browser", "--no-wait", terminal: terminal)
    #expect(outcome.status == 0)
    let sent = try JSONValue(parsing: try #require(stub.requests.last).body)
    #expect(sent["recaptchaToken"] == "tok" && sent["clientType"] == "CLIENT_TYPE_WEB")
    #expect(terminal.said.filter { $0.contains("This is not the last address of the browser") }.count == 2)
  }

  @Test(arguments: [
    (#"{"code":"auth/invalid-oauth-client-id","message":"m"}"#, 12),
    (#"{"code":"auth/network-request-failed"}"#, 69), (#"{"code":"auth/captcha-check-failed"}"#, 11),
    ("{", 11),
  ])
  func anErrorOfTheProjectsOwnPageIsExplained(_ error: String, _ status: Int32) throws {
    let tool = try Self.atProduction()
    tool.network = Self.production()
    let outcome = tool.run(
      "verify-phone", ToolHarness.number, "--no-browser",
      terminal: PastingTerminal { [Self.callback($0, "firebaseError=" + FormEncoding.encode(error))] })
    #expect(outcome.status == status)
    #expect(try tool.state.bindings.allSatisfy { try tool.state.pending(in: $0).isEmpty })
  }

  @Test func aScriptAtProductionIsToldWhatToPass() throws {
    let tool = try Self.atProduction()
    tool.network = TransportStub(.json("{}"))
    let outcome = tool.run("verify-phone", ToolHarness.number, "--json")
    #expect(outcome.status == 11)
    #expect(outcome.json?["error"]?["code"] == "auth/app-not-verified")
    #expect(outcome.json?["error"]?["hint"]?.string?.contains("--recaptcha-token-file") == true)
  }

  @Test func theProfileMaySayHow() throws {
    let tool = try Self.atProduction { $0.appVerification = "testing" }
    let stub = TransportStub(.json(#"{"sessionInfo":"s1"}"#))
    tool.network = stub
    #expect(tool.run("verify-phone", ToolHarness.number, "--json").status == 0)
    #expect(stub.requests.count == 1)
    // The options say otherwise.
    tool.network = TransportStub(.json("{}"))
    #expect(tool.run("verify-phone", "+16505550199", "--json", "--app-verification", "auto").status == 11)
  }

  /// The tool with a profile of a real project.
  private static func atProduction(
    _ adjust: (inout ProfileSettings) -> Void = { _ in }
  ) throws -> ToolHarness {
    let tool = ToolHarness()
    var settings = ProfileSettings()
    settings.endpoint = "production"
    settings.projectID = "acme"
    settings.apiKey = "k"
    settings.appID = "1:2:web:3"
    adjust(&settings)
    let file = StateFile(folder: tool.configFolder, wait: LockWait(limit: .seconds(3600)))
    try file.update { [settings] in
      $0.profiles["acme"] = SavedProfile(settings: settings)
      $0.selectedProfile = "acme"
    }
    return tool
  }

  private static func production(_ more: TransportStub.Answer...) -> TransportStub {
    TransportStub(
      [
        .json("{}"), .json(#"{"recaptchaSiteKey":"google-key"}"#),
        .json(#"{"projectId":"1","authorizedDomains":["localhost","acme.firebaseapp.com"]}"#),
      ] + more)
  }

  private static func callback(_ eventID: String, _ result: String) -> String {
    "app-1-2-web-3://firebaseauth/link?deep_link_id="
      + FormEncoding.encode(
        "https://acme.firebaseapp.com/__/auth/callback?authType=verifyApp&eventId=\(eventID)&\(result)")
  }
}

/// Somebody who pastes addresses, made of the event id in the one that was shown.
private final class PastingTerminal: Terminal {
  let isInteractive = true
  let columns: Int? = 80
  let rows: Int? = 24
  func copy(_ text: String) -> Bool { false }
  private let addresses: @Sendable (String) -> [String]
  private let state = Mutex<(said: [String], asked: Int)>(([], 0))

  init(_ addresses: @escaping @Sendable (String) -> [String]) {
    self.addresses = addresses
  }

  var said: [String] { state.withLock { $0.said } }

  func say(_ text: Text) {
    state.withLock { $0.said.append(text.english) }
  }

  func ask(_ prompt: Text, within limit: Duration?) throws(TerminalError) -> String {
    let page = said.first { $0.contains("eventId=") } ?? ""
    let id = page.split(separator: "eventId=").last.map { String($0.prefix(10)) } ?? ""
    let index = state.withLock { state in
      defer { state.asked += 1 }
      return state.asked
    }
    let all = addresses(id)
    guard index < all.count else { throw .endOfInput }
    return all[index]
  }

  func askSecret(_ prompt: Text, within limit: Duration?) throws(TerminalError) -> String {
    throw .endOfInput
  }

  func draw(_ code: QRCode, inColor: Bool) {}
}
