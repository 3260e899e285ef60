import AuthClient
import Essentials
import Flows
import HTTP
import IdentityToolkit
import Synchronization
import TestSupport
import Testing

@testable import UsherTool

/// The embedded server verifies the tool by a push that is a function call.
@Suite struct EmbeddedPushTests {
  private let tool = ToolHarness()

  private func credential() throws -> AppCredential? {
    try tool.state.profiles["local"]?.bindings.first?.appCredentials?.credential
  }

  @Test func theCredentialIsKeptAndUsedAgain() throws {
    #expect(tool.run("verify-phone", ToolHarness.number, "--json").status == 0)
    let first = try #require(try credential())
    #expect(tool.run("verify-phone", "+16505550199", "--json").status == 0)
    #expect(try credential() == first)
    #expect(tool.signIn().status == 0)
  }

  @Test func anExpiredCredentialIsReplaced() throws {
    tool.run("verify-phone", ToolHarness.number, "--json")
    let first = try #require(try credential())
    tool.clock.advance(86_401)
    #expect(tool.run("verify-phone", ToolHarness.number, "--json").json?["sent"] == true)
    #expect(try credential() != first && credential()?.secret != nil)
  }

  @Test func aCredentialOfAServerThatWasResetIsReplaced() throws {
    tool.run("verify-phone", ToolHarness.number, "--json")
    let first = try #require(try credential())
    tool.run("local", "reset", "--yes")
    #expect(tool.run("verify-phone", "+16505550199", "--json").json?["sent"] == true)
    #expect(try credential() != first)
  }

  @Test func aRefusedNumberKeepsTheCredential() throws {
    #expect(tool.run("verify-phone", "+99999999", "--json").status != 66)
    #expect(try tool.run("verify-phone", ToolHarness.number, "--json").status == 0 && credential() != nil)
  }

  @Test func withoutAStoreNothingOfItStays() throws {
    let outcome = tool.run("verify-phone", ToolHarness.number, "--json", "--no-store")
    #expect(outcome.status == 0)
    #expect(try tool.state == SavedState())
  }

  @Test func secondFactorsAreVerifiedToo() throws {
    tool.signInByLink()
    let refused = tool.run("mfa", "enroll", "sms", ToolHarness.number, "--json", "--testing")
    #expect(refused.status == 11)
    #expect(tool.run("mfa", "enroll", "sms", ToolHarness.number, "--json").status == 0)
    #expect(try credential()?.secret != nil)
    #expect(tool.run("confirm-code", tool.code(), "--json").status == 0)
    #expect(tool.signInByLink(as: "other").status == 3)
    #expect(tool.run("mfa", "challenge", "--json", "--as", "other", "--testing").status == 11)
    #expect(tool.run("mfa", "challenge", "--json", "--as", "other").status == 0)
    #expect(tool.run("confirm-code", tool.code(), "--json", "--as", "other").status == 0)
  }

  @Test func testModeIsForFictionalNumbers() throws {
    #expect(tool.run("verify-phone", "+16505553434", "--json", "--testing").status == 0)
    #expect(try credential() == nil)
    for words in [["--testing"], ["--app-verification", "testing"]] {
      let outcome = tool.run(["verify-phone", ToolHarness.number, "--json"] + words)
      #expect(outcome.status == 11)
      #expect(outcome.json?["error"]?["server_code"] == "MISSING_CLIENT_IDENTIFIER")
      #expect(outcome.json?["error"]?["hint"]?.string?.contains("Sign-in method > Phone") == true)
    }
    #expect(tool.sentMessages == 0)
    tool.run("local", "test-number", "add", ToolHarness.number, "123456")
    #expect(tool.run("verify-phone", ToolHarness.number, "--json", "--testing").status == 0)
  }

  @Test func reCAPTCHAWithoutAnybodyIsSaidAtOnce() throws {
    let asking = [
      "verify-phone", ToolHarness.number, "--app-verification", "recaptcha", "--wait-limit", "0.1s",
    ]
    for words in [["--json"], ["--no-input"]] {
      let outcome = tool.run(asking + words)
      #expect(outcome.status == 11)
      #expect(outcome.errors.contains("--recaptcha-token-file"))
    }
    #expect(tool.sentMessages == 0)
    tool.environment["CI"] = "true"
    #expect(tool.run(asking + ["--endpoint", "local"]).status == 11)
    tool.environment["CI"] = nil
    #expect(tool.run(asking).status == 75)
    tool.run("config", "set", "no_input", "true")
    #expect(tool.run(asking).status == 11)
  }

  @Test func aProfileThatWantsReCAPTCHAHasNoJobWaitForAPerson() {
    tool.run("profile", "set", "endpoint", "local", "-p", "here")
    tool.run("profile", "set", "app-verification", "recaptcha", "-p", "here")
    let job = ["verify-phone", ToolHarness.number, "-p", "here", "--wait-limit", "0.1s"]
    #expect(tool.run(job).status == 11)
    #expect(tool.run(job + ["--app-verification", "recaptcha"]).status == 75)
  }

  @Test func aTokenFromAFileIsShownToTheServer() throws {
    let wrong = tool.run(
      "verify-phone", ToolHarness.number, "--json", "--recaptcha-token-file", "-", input: "tok\n")
    #expect(wrong.status == 11)
    #expect(wrong.json?["error"]?["server_code"] == "CAPTCHA_CHECK_FAILED")
    for text in ["", "\n", "two words\n"] {
      let outcome = tool.run(
        "verify-phone", ToolHarness.number, "--json", "--recaptcha-token-file", tool.file(text))
      #expect(outcome.status == 65)
    }
    #expect(tool.sentMessages == 0)
  }

  @Test func aTokenFromAFileIsShownOnce() throws {
    let stub = TransportStub(
      .json("{}"), .json(#"{"recaptchaSiteKey":"usher-v2-1"}"#),
      .json(#"{"error":{"code":400,"message":"INVALID_APP_CREDENTIAL"}}"#, status: 400),
      .json(#"{"recaptchaSiteKey":"usher-v2-1"}"#))
    tool.network = stub
    let outcome = tool.run(
      "verify-phone", ToolHarness.number, "--json", "--endpoint", "http://127.0.0.1:9099",
      "--recaptcha-token-file", tool.file("tok\r\n"))
    #expect(outcome.status == 11)
    #expect(outcome.json?["error"]?["code"] == "auth/invalid-recaptcha-token")
    let shown = stub.requests.compactMap { request in
      (try? JSONValue(parsing: request.body))?["recaptchaToken"]?.string
    }
    #expect(shown == ["tok"])
  }

  @Test func aPushThatNeverComesIsWaitedForInVainAndItsPortClosed() throws {
    let stub = TransportStub(
      .json("{}"), .json(#"{"receipt":"r","suggestedTimeout":"5"}"#))
    tool.network = stub
    let start = tool.clock.now
    let outcome = tool.run(
      "verify-phone", ToolHarness.number, "--json", "--endpoint", "http://127.0.0.1:9099",
      "--app-verification", "push")
    #expect(outcome.status == 11)
    #expect((5...5.1).contains(tool.clock.now.timeIntervalSince(start)))
    let asked = try JSONValue(parsing: try #require(stub.requests.last).body)
    let device = try #require(asked["appToken"]?.string.flatMap(LoopbackDevice.init))
    #expect(Browser(port: device.port).connection() == nil)
  }

  @Test func theMachinesTimeBoundsTheWaitForAPush() throws {
    let service = LateService(timeout: 60)
    tool.network = service
    let start = tool.clock.now
    let outcome = tool.run(
      "verify-phone", ToolHarness.number, "--endpoint", "http://127.0.0.1:9099", "--timeout", "4s",
      terminal: ScriptedTerminal())
    // What is left is enough for the other way, which there is no key for.
    #expect(outcome.status == 11 && outcome.errors.contains("no reCAPTCHA key"))
    #expect((2...2.1).contains(tool.clock.now.timeIntervalSince(start)))
  }

  @Test func aPushThatComesLateIsKeptForTheNextTime() throws {
    tool.network = LateService()
    let outcome = tool.run(
      "verify-phone", ToolHarness.number, "--endpoint", "http://127.0.0.1:9099",
      terminal: ScriptedTerminal())
    #expect(outcome.status == 11)
    let saved = try tool.state.profiles["default"]?.bindings.first?.appCredentials
    #expect(saved?.credential == AppCredential(receipt: "r", secret: "late"))
  }

  @Test(arguments: [
    ["--testing", "--app-verification", "push"], ["--testing", "--recaptcha-token-file", "f"],
    ["--app-verification", "push", "--recaptcha-token-file", "f"], ["--app-verification", "sms"],
  ])
  func optionsThatDisagreeAreRefused(_ words: [String]) {
    #expect(tool.run(["verify-phone", ToolHarness.number] + words).status == 64)
  }
}

/// A local server whose push comes when the tool has turned to reCAPTCHA, which there is no key for.
private final class LateService: HTTPTransport {
  private let device = Mutex<LoopbackDevice?>(nil)
  /// How many seconds it says that a push may take.
  private let timeout: Int

  init(timeout: Int = 0) {
    self.timeout = timeout
  }

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    let answer =
      switch request.path.split(separator: "/").last {
      case nil: #"{"usher":{"verifiesApps":true}}"#
      case "accounts:verifyIosClient": receipt(for: request)
      case "recaptchaParams": push()
      default: "{}"
      }
    return HTTPResponse(status: 200, body: Data(answer.utf8))
  }

  private func receipt(for request: HTTPRequest) -> String {
    let body = try? JSONValue(parsing: request.body)
    device.withLock { $0 = body?["appToken"]?.string.flatMap { LoopbackDevice(appToken: $0) } }
    return #"{"receipt":"r","suggestedTimeout":"\#(timeout)"}"#
  }

  private func push() -> String {
    guard let device = device.withLock({ $0 }) else { return "{}" }
    let push = VerificationPush(receipt: "r", secret: "late")
    let answer = Browser(port: device.port).send(
      Browser.Request(
        method: "POST", target: device.path, fields: [("Host", "127.0.0.1:\(device.port)")],
        body: push.notification.text))
    #expect(answer?.status == 204)
    return "{}"
  }
}
