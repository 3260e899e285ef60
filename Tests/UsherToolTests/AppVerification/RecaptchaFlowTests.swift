import AuthClient
import Essentials
import HTTP
import HTTPListener
import IdentityToolkit
import LibC
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
      for _ in 1...4000 {
        if let line = terminal.transcript.first(where: { $0.contains("pass reCAPTCHA") }) {
          let url = String(line.split(separator: " ").last ?? "")
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

  @Test func aPersonWhoPassesGetsACode() throws {
    let terminal = ScriptedTerminal(answers: [.shownCode])
    browse(terminal) { browser, origin, cookie in
      guard let page = browser.send(browser.visit(origin, cookie: cookie)) else { return }
      let solved = browser.send(
        browser.visit(origin + "/recaptcha/token", from: "same-origin").with("Origin", origin)
          .with("Content-Type", "application/json").changed {
            $0.method = "POST"
            let key = page.body.split(separator: "data-key=\"").last?.prefix { $0 != "\"" } ?? ""
            $0.body = #"{"siteKey":"\#(key)"}"#
          })
      let body = try? JSONDecoder().decode(JSONValue.self, from: Data((solved?.body ?? "").utf8))
      let token = body?["token"]?.string ?? "none"
      Self.send(
        page.fields.map { $0.name == "token" ? QueryItem("token", token) : $0 }, browser, origin, cookie)
    }
    let outcome = tool.run(
      "verify-phone", ToolHarness.number, "--app-verification", "recaptcha", "--no-browser",
      terminal: terminal)
    #expect(outcome.status == 0 && outcome.output.hasPrefix("Signed in as \(ToolHarness.number)"))
    // A person's doing is no credential for the next time.
    #expect(try tool.state.profiles["local"]?.bindings.first?.appCredentials == nil)
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
    #expect(outcome.status == 11 && outcome.errors.hasPrefix("error: reCAPTCHA was not passed\n"))
    #expect(tool.sentMessages == 0)
  }

  @Test func aBrowserThatNeverComesIsNotWaitedForForever() {
    let outcome = tool.run(
      "verify-phone", ToolHarness.number, "--app-verification", "recaptcha", "--no-browser", "--wait-limit",
      "0.1s", terminal: ScriptedTerminal())
    #expect(outcome.status == 11)
  }

  @Test func aTakenPortIsSaid() throws {
    let taken = try PageServer.forTests()
    let outcome = tool.run(
      "verify-phone", ToolHarness.number, "--app-verification", "recaptcha", "--listen",
      String(taken.origin.dropFirst("http://".count)), terminal: ScriptedTerminal())
    #expect(outcome.status == 69 && outcome.errors.contains("is taken"))
  }

  @Test func overSSHThePortIsToBeForwarded() {
    tool.environment["SSH_CONNECTION"] = "192.0.2.7 50000 192.0.2.1 22"
    let terminal = ScriptedTerminal()
    tool.run(
      "verify-phone", ToolHarness.number, "--app-verification", "recaptcha", "--wait-limit", "0.1s",
      terminal: terminal)
    #expect(terminal.transcript.contains { $0.contains("ssh -L ") && $0.hasSuffix(" 192.0.2.1") })
  }
}
