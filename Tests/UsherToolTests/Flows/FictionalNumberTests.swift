import Essentials
import IdentityToolkit
import TestSupport
import Testing

struct FictionalNumberTests {
  let tool = ToolHarness()
  let number = "+16505553434"

  @Test func itsFixedCodeSignsInAndNoMessageIsSent() {
    #expect(tool.run("verify-phone", number, "--field", "sent") == .init(0, output: "true\n"))
    #expect(tool.run("confirm-code", "654321", "--field", "account.phone") == .init(0, output: number + "\n"))
    #expect(tool.sentMessages == 0)
  }

  @Test func askingAgainWithinAMinuteGivesTheSameVerification() {
    let first = tool.run("verify-phone", number, "--field", "pending")
    tool.clock.advance(59)
    #expect(tool.run("verify-phone", number, "--field", "sent") == .init(0, output: "false\n"))
    #expect(tool.run("verify-phone", number, "--field", "pending") == first)
  }

  @Test func anotherCodeMayBeAskedForAtOnce() {
    let first = tool.run("verify-phone", number, "--field", "pending.verification_id")
    #expect(tool.run("verify-phone", "--resend", "--field", "sent") == .init(0, output: "true\n"))
    #expect(tool.run("verify-phone", number, "--field", "pending.verification_id") != first)
    #expect(tool.run("verify-phone", "--resend", "--wait-resend").status == 0)
    #expect(tool.run("confirm-code", "654321").status == 0)
  }

  @Test func aVerificationCanBeUsedAgain() {
    let id = tool.run("verify-phone", number, "--field", "pending.verification_id").lines.first ?? ""
    for created in ["true", "false"] {
      #expect(
        tool.run("confirm-code", "--verification-id", id, "654321", "--field", "created")
          == .init(0, output: created + "\n"))
    }
  }

  @Test func wrongCodesDoNotLockIt() {
    tool.run("verify-phone", number)
    for _ in 1...7 {
      #expect(
        tool.run("confirm-code", "000000").errors == """
          error: that code is not right
            Check the latest message and try again.

          """)
    }
    #expect(tool.run("verify-phone", number, "--field", "sent") == .init(0, output: "false\n"))
    #expect(tool.run("confirm-code", "654321").status == 0)
  }

  @Test func asASecondFactorItIsNotThrottledEither() {
    tool.signUpVerified()
    tool.run("mfa", "enroll", "sms", number)
    #expect(tool.run("mfa", "enroll", "sms", "--resend", "--field", "sent") == .init(0, output: "true\n"))
    #expect(tool.run("confirm-code", "654321").status == 0)
    tool.firstFactor()
    tool.run("mfa", "challenge")
    #expect(tool.run("mfa", "challenge", "--resend", "--field", "sent") == .init(0, output: "true\n"))
    for _ in 1...6 {
      let outcome = tool.run("confirm-code", "000000", "--json")
      #expect(outcome.json?["error"]?["message"] == "that code is not right")
    }
    #expect(tool.run("confirm-code", "654321").status == 0)
  }

  @Test func itsCodeMayComeFromAFile() {
    tool.folder.write("654321\n", to: "code")
    #expect(
      tool.run("verify-phone", number, "--code-file", tool.folder.path + "/code", "--field", "created")
        == .init(0, output: "true\n"))
  }

  @Test func itsCodeMayComeFromAProgram() {
    #expect(
      tool.run("verify-phone", number, "--code-command", "echo 654321", "--field", "created")
        == .init(0, output: "true\n"))
  }
}
