import AuthServer
import Crypto
import HTTP
import TerminalIO
import TestSupport
import Testing

/// Authenticator apps whose codes have seven or eight digits.
struct LongCodeTests {
  let tool = ToolHarness()

  /// Has the tool talk to a server whose new apps have codes of so many digits.
  private func serve(digits: Int) throws {
    var policy = Policy.strict
    policy.totpCodeLength = digits
    tool.network = ServedTransport(
      server: IdentityToolkitServer(
        store: try Store(at: .memory), project: "demo-usher", policy: policy,
        clock: { [clock = tool.clock] in clock.now }, random: SecureRandom.bytes,
        pause: { _ in }, version: "0"))
    tool.environment["USHER_ENDPOINT"] = "http://127.0.0.1:9099"
  }

  @Test func atAnAddressTheThirdWrongCodeEndsAnEnrollmentToo() throws {
    try serve(digits: 6)
    tool.signUpVerified()
    let terminal = ScriptedTerminal(answers: ["000000", "000000", "000000"])
    #expect(
      tool.run("mfa", "enroll", "totp", "--secret-file", tool.totpFile, terminal: terminal)
        == .init(
          5,
          errors: """
            usher has written \(tool.totpFile). Only you can read it.
            error: that code is not right; no tries are left
              start again:  usher mfa enroll totp

            """))
  }

  @Test(arguments: [(7, "seven"), (8, "eight")])
  func suchAnAppIsEnrolledAndAskedFor(digits: Int, word: String) throws {
    try serve(digits: digits)
    tool.signUpVerified()
    tool.run("mfa", "enroll", "totp", "--secret-file", tool.totpFile)
    #expect(
      tool.run("confirm-code", "654321")
        == .init(
          65, errors: "error: that code has 6 digits, not \(word)\n"))
    #expect(tool.totpCode().count == digits)
    #expect(tool.run("confirm-code", tool.totpCode()).status == 0)

    tool.clock.advance(30)
    #expect(tool.firstFactor().status == 3)
    #expect(
      tool.run("confirm-code", "65432")
        == .init(
          65,
          errors: "error: that code has 5 digits, not six to eight\n"))
    #expect(tool.run("confirm-code", "-", input: tool.totpCode() + "\n").status == 0)

    tool.clock.advance(30)
    let both = tool.run(
      "signin", "password", "--email", ToolHarness.email, "--password-stdin", "--totp-secret-file",
      tool.totpFile, input: ToolHarness.password)
    #expect(both.status == 0)
  }

  @Test func aPersonIsToldHowManyDigits() throws {
    try serve(digits: 8)
    tool.signUpVerified()
    let terminal = ScriptedTerminal(answers: ["654321", .failure(.interrupted)])
    #expect(tool.run("mfa", "enroll", "totp", "--qr", "never", terminal: terminal).status == 130)
    let ask = "8-digit code of the app: "
    #expect(
      terminal.transcript.suffix(4) == [
        ask, "That code has 6 digits, not eight.", ask,
        "Saved. To finish:\n  usher confirm-code",
      ])
  }
}
