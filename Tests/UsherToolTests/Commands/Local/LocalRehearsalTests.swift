import Essentials
import IdentityToolkit
import TerminalIO
import TestSupport
import Testing

/// `local fail`, `local expire`, `local clock` on the embedded server: each is a process of its own, and what was
/// asked for outlives it.
struct LocalRehearsalTests {
  let tool = ToolHarness()

  @Test func aPlannedRefusalIsMetAndOver() {
    let planned = tool.run("local", "fail", "sendVerificationCode", "QUOTA_EXCEEDED")
    #expect(planned == .init(0, output: "sendVerificationCode: QUOTA_EXCEEDED, once\n"))
    #expect(tool.run("verify-phone", "+14155550100", "--no-wait", "--json").status == 7)
    #expect(tool.run("local", "fail") == .init(0, errors: "No failures are planned.\n"))
    #expect(tool.run("verify-phone", "+14155550100", "--no-wait").status == 0)
  }

  @Test func theResultNamesWhatIsPlanned() {
    let result = tool.run("local", "fail", "token", "--delay", "1500ms", "--json")
    #expect(result.status == 64)
    let faults = tool.run(
      "local", "fail", "token", "USER_DISABLED", "--delay", "1.5s", "--times", "0", "--json")
    #expect(
      faults.json?["faults"]
        == json(#"[{"method":"token","code":"USER_DISABLED","times":null,"delay_seconds":1.5}]"#))
    #expect(tool.run("local", "fail", "--clear").status == 0)
    #expect(tool.run("local", "fail", "--json").json?["faults"] == json("[]"))
  }

  @Test(arguments: [
    ["sendVerificationCode"], ["nothing", "QUOTA_EXCEEDED"], ["--times", "2"],
    ["token", "QUOTA_EXCEEDED", "--times", "-1"], ["token", "--clear"], ["token", "quota exceeded"],
  ])
  func whatCannotFailIsRefused(_ words: [String]) {
    #expect(tool.run(["local", "fail"] + words).status != 0)
    #expect(tool.run("local", "fail", "--json").json?["faults"] == json("[]"))
  }

  @Test func anExpiredCodeIsSaidToBe() {
    tool.run("verify-phone", "+14155550100", "--no-wait")
    let code = tool.run("local", "outbox", "--latest", "--field", "code").lines[0]
    #expect(tool.run("local", "expire", "codes") == .init(0, output: "1 code has expired.\n"))
    let refused = tool.run("confirm-code", code, "--json")
    #expect(refused.json?["error"]?["code"] == "auth/code-expired")
  }

  @Test func expiredSessionsAreOver() {
    tool.signIn()
    tool.clock.advance(2)
    #expect(tool.run("local", "expire", "sessions", "--json").json?["count"] == 1)
    #expect(tool.run("account", "refresh").status != 0)
    #expect(
      tool.run("local", "expire", "sessions", "--of", "nobody@example.com").errors.hasPrefix(
        "error: there is no account nobody@example.com here\n"))
  }

  @Test func theClockMovesOnAndBack() {
    let moved = tool.run("local", "clock", "+10m", "--json")
    #expect(moved.json?["offset_seconds"] == 600)
    #expect(tool.run("local", "clock", "+1h", "--field", "offset_seconds").output == "4200\n")
    #expect(tool.run("local", "clock", "reset", "--field", "offset_seconds").output == "0\n")
    #expect(tool.run("local", "clock", "10m").status == 64)
  }

  @Test func aCallInATenantFailsAsItWasAskedTo() {
    let tenant = tool.run("local", "tenant", "create", "acme", "--field", "tenant.id").lines[0]
    tool.environment["USHER_TENANT"] = tenant
    #expect(tool.run("local", "fail", "sendVerificationCode", "QUOTA_EXCEEDED").status == 0)
    #expect(tool.run("verify-phone", ToolHarness.number, "--json").status == 7)
    #expect(tool.run("local", "fail", "--json").json?["faults"] == json("[]"))
    // Phone sign-in is not to be had in tenants, which it says now.
    #expect(tool.run("verify-phone", ToolHarness.number, "--json").status == 12)
  }
}
