import Essentials
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// What a clock that was wrong, and is right again, does to sessions and steps: nothing.
struct ClockStepTests {
  let tool = ToolHarness()

  @Test(arguments: [-180.0, -7200]) func aClockSetBackEndsNoSession(step: Double) {
    tool.signIn()
    tool.clock.advance(step)
    #expect(tool.run("account", "update", "--display-name", "Kim").status == 0)
    #expect(tool.run("token", "--refresh").status == 0)
    #expect(tool.run("token", "--verify").status == 0)
    tool.clock.advance(-step)
    #expect(tool.run("token", "--refresh").status == 0)
    #expect(tool.run("whoami", "--field", "account.display_name").output == "Kim\n")
  }

  /// The tool goes by its own, which sees nothing.
  @Test(arguments: [
    ["account", "update", "--display-name", "Kim"], ["whoami", "--check"], ["status", "--check"],
    ["mfa", "list"], ["link", "password", "--email", "lee@example.com", "--password-stdin"],
    ["send-link", "--purpose", "verify-email"], ["unlink", "phone", "--yes"],
  ])
  func aServersClockThatIsMovedOnEndsNoSession(_ words: [String]) throws {
    if words.contains("verify-email") { tool.signUp() } else { tool.signIn() }
    tool.run("local", "clock", "+3h")
    #expect(tool.run(words, input: "correct horse").status == 0)
    #expect(tool.run("token", "--refresh").status == 0)
  }

  @Test(arguments: [-180.0, -7200]) func aCodeFromTheFutureIsRefusedAndItsStepStays(step: Double) {
    #expect(tool.run("verify-phone", ToolHarness.number).status == 0)
    let code = tool.code()
    tool.clock.advance(step)
    let refused = tool.run("confirm-code", code)
    #expect(refused.status == 6)
    #expect(
      refused.errors == """
        error: the server's clock was set back, so this seems to be from the future
          Correct the server's clock and try again, or start again.

        """)
    tool.clock.advance(-step)
    #expect(tool.run("confirm-code", code).status == 0)
  }

  /// The embedded server goes by the clock that is wrong.
  @Test func aCodeThatIsTooOldByTheClockIsTakenOnceTheClockIsRight() {
    #expect(tool.run("verify-phone", ToolHarness.number).status == 0)
    let code = tool.code()
    tool.clock.advance(7200)
    #expect(tool.run("confirm-code", code).status == 6)
    tool.clock.advance(-7200)
    #expect(tool.run("confirm-code", code).status == 0)
  }

  @Test func anEnrollmentThatIsTooOldByTheClockGoesOnOnceTheClockIsRight() {
    tool.signUpVerified()
    #expect(tool.run("mfa", "enroll", "totp", "--secret-file", tool.totpFile).status == 0)
    let code = tool.totpCode()
    tool.clock.advance(7200)
    #expect(tool.run("confirm-code", code).status == 6)
    tool.clock.advance(-7200)
    #expect(tool.run("confirm-code", code).status == 0)
  }

  @Test func aFirstFactorThatIsTooOldByTheClockCountsOnceTheClockIsRight() {
    tool.signUpVerified()
    tool.enrollSMS()
    tool.clock.advance(61)
    #expect(tool.firstFactor().status == 3)
    tool.clock.advance(7200)
    let late = tool.run("mfa", "challenge", "--json")
    #expect(late.status == 6)
    #expect(late.json?["error"]?["next_step"] == ["argv": ["usher", "signin"], "needs": []])
    tool.clock.advance(-7200)
    #expect(tool.run("mfa", "challenge").status == 0)
    #expect(tool.run("confirm-code", "654321").status == 0)
  }

  @Test func aLinkFromTheFutureIsRefusedAndItsStepStays() {
    #expect(tool.run("send-link", ToolHarness.email).status == 0)
    let link = tool.link()
    tool.clock.advance(-7200)
    #expect(tool.run("complete-link", link).status == 6)
    tool.clock.advance(7200)
    #expect(tool.run("complete-link", link).status == 0)
  }
}
