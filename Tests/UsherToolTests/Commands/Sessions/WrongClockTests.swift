import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// What is begun or finished while this machine's clock is wrong, at a server whose clock is right: the server decides.
struct WrongClockTests {
  let tool = ToolHarness()
  let server = TestClock()

  /// Seconds that this machine's clock is ahead when something is begun, and when it is finished.
  static let clocks: [(Double, Double)] = [
    (0, 7200), (0, -7200), (7200, 0), (-7200, 0), (7200, 7200), (-7200, -7200),
  ]

  init() throws {
    tool.network = ServedTransport(
      server: IdentityToolkitServer(
        store: try Store(at: .memory), project: "demo-usher", policy: .strict,
        clock: { [server] in server.now }, random: SecureRandom.bytes, pause: { _ in }, version: "0"))
    tool.environment["USHER_ENDPOINT"] = "http://127.0.0.1:9099"
  }

  /// Sets this machine's clock.
  private func set(ahead seconds: Double) {
    tool.clock.advance(server.now.timeIntervalSince(tool.clock.now) + seconds)
  }

  private func wait(_ seconds: Double) {
    server.advance(seconds)
    tool.clock.advance(seconds)
  }

  @Test(arguments: clocks) func aCodeIsConfirmed(begun: Double, finished: Double) {
    set(ahead: begun)
    #expect(tool.run("verify-phone", ToolHarness.fictionalNumber, "--testing").status == 0)
    set(ahead: finished)
    #expect(tool.run("confirm-code", "654321").status == 0)
  }

  @Test(arguments: clocks) func anAppIsEnrolled(begun: Double, finished: Double) {
    tool.signUpVerified()
    set(ahead: begun)
    #expect(tool.run("mfa", "enroll", "totp", "--secret-file", tool.totpFile).status == 0)
    set(ahead: 0)
    let code = tool.totpCode()
    set(ahead: finished)
    #expect(tool.run("confirm-code", code).status == 0)
  }

  @Test func anEnrollmentEndsByThisMachinesClock() {
    tool.signUpVerified()
    set(ahead: 7200)
    let begun = tool.run("mfa", "enroll", "totp", "--secret-file", tool.totpFile, "--json").json
    #expect(
      begun?["pending"]?["expires_at"] == .string(tool.clock.now.addingTimeInterval(900).rfc3339))
  }

  @Test(arguments: clocks) func aSecondFactorIsShown(begun: Double, finished: Double) {
    tool.signUpVerified()
    tool.run("mfa", "enroll", "sms", ToolHarness.fictionalNumber, "--testing")
    #expect(tool.run("confirm-code", "654321").status == 0)
    wait(61)
    set(ahead: begun)
    #expect(tool.firstFactor().status == 3)
    set(ahead: finished)
    #expect(tool.run("mfa", "challenge", "--testing").status == 0)
    set(ahead: begun)
    #expect(tool.run("confirm-code", "654321").status == 0)
  }

  @Test(arguments: clocks) func anIdentityIsLinked(begun: Double, finished: Double) {
    tool.signInByLink(as: "owner")
    set(ahead: begun)
    let conflict = tool.run(
      "signin", "idp", "facebook", "--identity",
      #"{"sub":"f1","email":"kim@example.com","email_verified":false}"#, "--json")
    #expect(conflict.status == 9)
    let steps = tool.run("pending", "list", "--json").json?["pending"]?.array ?? []
    set(ahead: finished)
    let linked = tool.run("link", "idp", "--pending", steps.last?["id"]?.string ?? "", "--as", "owner")
    #expect(linked.status == 0, "\(linked)")
  }

  @Test func whatTheServerCallsExpiredIsOver() throws {
    tool.run("verify-phone", ToolHarness.fictionalNumber, "--testing")
    wait(601)
    #expect(tool.run("confirm-code", "654321").status == 6)
    #expect(tool.run("confirm-code", "654321").status == 64)
  }
}
