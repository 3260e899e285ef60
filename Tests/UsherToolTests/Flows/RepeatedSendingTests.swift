import AuthClient
import Essentials
import IdentityToolkit
import TestSupport
import Testing

/// Asking for a code again, early and late.
struct RepeatedSendingTests {
  let tool = ToolHarness()

  @Test func withinAMinuteNothingIsSent() {
    let first = tool.run("verify-phone", ToolHarness.number, "--json")
    tool.clock.advance(59)
    var expected = first.json
    expected?["sent"] = false
    #expect(tool.run("verify-phone", "+1-650-555-0123", "--json").json == expected)
    #expect(tool.sentMessages == 1)
  }

  @Test func aPersonIsToldThatTheCodeStillStands() {
    tool.run("verify-phone", ToolHarness.number)
    let time = tool.clock.wallTime(in: 60)
    tool.clock.advance(10)
    #expect(
      tool.run("verify-phone", ToolHarness.number)
        == .init(
          0,
          output:
            "A code was sent to +16505550123 a moment ago, and it still works. You can ask for another after \(time).\n",
          errors: "To finish:\n  usher confirm-code\n"))
  }

  @Test func resendingWithinAMinuteIsRefused() {
    tool.run("verify-phone", ToolHarness.number)
    tool.clock.advance(18)
    #expect(
      tool.run("verify-phone", "--resend", "--json")
        == .init(
          7,
          errors: """
            {"v":1,"command":"verify-phone","status":"error","profile":"local","endpoint":"local","error":\
            {"code":"auth/too-many-requests","exit":7,\
            "message":"a code was sent a moment ago; you can get another in 42 s","server_code":null,\
            "retry":"same","retry_after":42,"tries_left":null,\
            "hint":"use the code that was sent, or wait for another: usher verify-phone +16505550123 --resend --wait-resend",\
            "next_step":{"argv":["usher","verify-phone","+16505550123","--resend","--wait-resend"],"needs":[]}},"warnings":[]}

            """))
    #expect(tool.sentMessages == 1)
  }

  @Test(arguments: [CredentialPurpose.link, .reauthenticate])
  func whatLeadsOnKeepsThePurposeAndTheNumber(_ purpose: CredentialPurpose) {
    if purpose == .link { tool.signInByLink() } else { tool.signIn() }
    tool.clock.advance(90)
    let flag = "--" + purpose.rawValue
    let number = purpose == .link ? "+4915123456789" : ToolHarness.number
    tool.run("verify-phone", flag, number)
    let soon = tool.run("verify-phone", flag, "--resend", "--json")
    #expect(
      soon.json?["error"]?["next_step"]?["argv"]
        == ["usher", "verify-phone", .string(flag), .string(number), "--resend", "--wait-resend"])
  }

  /// The minute belongs to the number, whoever sent the first code.
  @Test func whatLeadsOnWaitsForTheNumberOfAnotherSession() {
    tool.run("verify-phone", ToolHarness.number)
    tool.run("verify-phone", "+4915123456789", "--as", "kim")
    tool.clock.advance(18)
    let soon = tool.run("verify-phone", "--resend", ToolHarness.number, "--as", "kim", "--json")
    let argv = soon.json?["error"]?["next_step"]?["argv"]?.array?.compactMap(\.string) ?? []
    let start = tool.clock.now
    #expect(tool.run(argv.dropFirst() + ["--json"]).json?["pending"]?["phone"] == .string(ToolHarness.number))
    #expect(tool.clock.now == start + 42)
  }

  @Test func waitingToResendTakesAsLongAsItMust() {
    tool.run("verify-phone", ToolHarness.number)
    tool.clock.advance(18)
    let start = tool.clock.now
    let outcome = tool.run("verify-phone", "--resend", "--wait-resend")
    #expect(tool.clock.now == start + 42)
    #expect(
      outcome
        == .init(
          0,
          output:
            "Code sent to +16505550123. You can ask for another after \(tool.clock.wallTime(in: 60)).\n",
          errors: "usher waits 42 s, until another code can be sent.\nTo finish:\n  usher confirm-code\n"))
    #expect(tool.sentMessages == 2)
  }

  @Test(arguments: [[], ["--resend"]])
  func afterAMinuteANewCodeTakesTheOldOnesPlace(_ words: [String]) throws {
    let first = tool.run("verify-phone", ToolHarness.number, "--json").json
    let oldCode = tool.code()
    tool.clock.advance(60)
    let second = tool.run(["verify-phone", ToolHarness.number, "--json"] + words).json
    #expect(second?["sent"] == true)
    #expect(second?["pending"]?["id"] == "p2")
    #expect(second?["pending"]?["verification_id"] != first?["pending"]?["verification_id"])
    #expect(tool.run("pending", "list", "--json").json?["pending"] == second?["pending"].map { .array([$0]) })
    #expect(tool.sentMessages == 2)
    // One in a million: the codes are drawn alike.
    if oldCode != tool.code() { #expect(tool.run("confirm-code", oldCode).status == 5) }
    #expect(tool.run("confirm-code", tool.code()).status == 0)
  }

  @Test func idsIncreaseAndAreNeverUsedAgain() {
    var ids: [String] = []
    for number in ["+16505550121", "+16505550122", "+16505550123"] {
      ids += tool.run("verify-phone", number, "--field", "pending.id").lines
      tool.run("pending", "drop")
    }
    tool.run("verify-phone", "+16505550124")
    tool.run("confirm-code", tool.code(for: "+16505550124"))
    ids += tool.run("verify-phone", "+16505550124", "--field", "pending.id").lines
    #expect(ids == ["p1", "p2", "p3", "p5"])
  }

  @Test func aClockSetBackDoesNotLengthenTheMinute() {
    tool.run("verify-phone", ToolHarness.number)
    tool.clock.advance(-3600)
    #expect(tool.run("verify-phone", ToolHarness.number, "--field", "sent") == .init(0, output: "true\n"))
    #expect(tool.sentMessages == 2)
  }

  @Test func theMinuteIsTheNumbersWhicheverSessionAsks() {
    let first = tool.run("verify-phone", ToolHarness.number, "--json").json?["pending"]
    let second = tool.run("verify-phone", ToolHarness.number, "--as", "alice", "--json").json
    #expect(second?["sent"] == false)
    #expect(second?["pending"]?["id"] == "p2")
    #expect(second?["pending"]?["verification_id"] == first?["verification_id"])
    #expect(tool.sentMessages == 1)
  }

  @Test func aCodeThatWasUsedNoLongerStands() {
    tool.signIn()
    #expect(tool.run("verify-phone", ToolHarness.number, "--field", "sent") == .init(0, output: "true\n"))
  }

  @Test func anotherNumberInBetweenDoesNotEndTheMinute() {
    tool.run("verify-phone", "+16505550121")
    tool.run("verify-phone", "+16505550122")
    let third = tool.run("verify-phone", "+16505550121", "--field", "sent")
    #expect(third == .init(0, output: "false\n"))
    #expect(tool.sentMessages == 2)
  }

  @Test func resendingNeedsANumberThatWaits() {
    #expect(
      tool.run("verify-phone", "--resend")
        == .init(
          64,
          errors: """
            error: no number waits for a code
            usage: usher verify-phone [options] [NUMBER]
              Include the country code, for example +16505553434.

            """))
  }
}
