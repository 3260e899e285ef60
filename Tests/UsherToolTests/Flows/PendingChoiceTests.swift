import Essentials
import IdentityToolkit
import TestSupport
import Testing

/// Which step a code is for.
struct PendingChoiceTests {
  let tool = ToolHarness()

  @Test func withNothingPendingTheCommandToRunIsNamed() {
    #expect(
      tool.run("confirm-code", "123456")
        == .init(64, errors: "error: no step is waiting for a code\n  start:  usher verify-phone\n"))
    #expect(
      tool.run("confirm-code", "123456", "--json").json?["error"]?["next_step"]
        == ["argv": ["usher", "verify-phone"], "needs": []])
  }

  @Test func withTwoPendingTheirIdsAreListed() throws {
    tool.signIn()
    tool.run("verify-phone", "--reauth")
    tool.run("verify-phone", "+16505550199")
    let state = try tool.state
    #expect(
      tool.run("confirm-code", tool.code())
        == .init(
          64,
          errors: """
            error: several steps are pending: p2 (phone-reauth), p3 (phone-signin)
              Name one with --pending ID.

            """))
    #expect(try tool.state == state)
    #expect(tool.run("confirm-code", "--pending", "p2", tool.code()).status == 0)
    #expect(tool.run("confirm-code", tool.code(for: "+16505550199")).status == 0)
    #expect(tool.run("whoami", "--field", "account.phone").output == "+16505550199\n")
  }

  @Test func theWayToFinishNamesTheStepWhereThereAreTwo() {
    tool.signIn()
    tool.run("verify-phone", "--reauth")
    #expect(
      tool.run("verify-phone", "+16505550199").errors == "To finish:\n  usher confirm-code --pending p3\n")
  }

  @Test func anExpiredStepDoesNotStandInTheWay() {
    tool.signIn()
    tool.run("verify-phone", "--reauth")
    tool.clock.advance(600)
    tool.run("verify-phone", "+16505550199")
    #expect(tool.run("confirm-code", tool.code(for: "+16505550199")).status == 0)
  }

  @Test func aStepThatTheServerEndedDoesNotStandInTheWay() {
    tool.signUpVerified()
    tool.enrollTOTP()
    tool.clock.advance(30)
    tool.run("reauth", "password", "--password-stdin", input: ToolHarness.password)
    tool.run("local", "expire", "sessions")
    tool.signInByPassword()
    #expect(tool.run("pending", "list", "--json").json?["pending"]?.array?.count == 2)
    #expect(tool.run("confirm-code", tool.totpCode()).status == 0)
  }

  @Test(arguments: ["codes", "pending"]) func neitherDoesOneThatExpiredThere(_ what: String) {
    let number = "+16505550199"
    if what == "codes" {
      tool.signIn()
      tool.clock.advance(60)
      tool.run("verify-phone", "--reauth")
    } else {
      tool.signUpVerified()
      tool.enrollSMS()
      tool.signInByPassword(as: "other")
    }
    tool.run("verify-phone", number)
    #expect(tool.run("confirm-code", tool.code(for: number)).status == 64)
    tool.run("local", "expire", what, "--of", what == "codes" ? ToolHarness.number : ToolHarness.email)
    #expect(tool.run("confirm-code", tool.code(for: number)).status == 0)
  }

  @Test func anUnknownStepIsRefused() {
    for id in ["p9", "9", "", "p"] {
      #expect(
        tool.run("confirm-code", "--pending", id, "123456")
          == .init(
            64,
            errors: """
              error: no step '\(id)' is pending
              usage: usher confirm-code [options] [CODE]
                see the pending steps:  usher pending list

              """))
    }
  }

  @Test func aStepOfAnotherEndpointIsNotFinishedHere() throws {
    tool.run("verify-phone", ToolHarness.number)
    let state = try tool.state
    #expect(
      tool.run("confirm-code", "--pending", "p1", tool.code(), "--endpoint", "http://127.0.0.1:9")
        == .init(
          64,
          errors: """
            error: step p1 belongs to local, project demo-usher
            usage: usher confirm-code [options] [CODE]
              Name that endpoint with --endpoint.

            """))
    #expect(try tool.state == state)
  }

  @Test func aVerificationMayBeNamedInPlaceOfAStep() throws {
    let id = tool.run("verify-phone", ToolHarness.number, "--field", "pending.verification_id").lines[0]
    #expect(tool.run("confirm-code", "--verification-id", id, tool.code()).status == 0)
    #expect(tool.run("pending", "list").output == "")
    #expect(
      tool.run("confirm-code", "--verification-id", id, "--pending", "p1", "123456")
        == .init(
          64,
          errors: """
            error: --pending and --verification-id cannot be used together
            usage: usher confirm-code [options] [CODE]
              see the options:  usher confirm-code --help

            """))
    #expect(tool.run("confirm-code", "--verification-id", "", "123456").status == 65)
  }

  @Test func sessionsHaveTheirOwnSteps() {
    tool.run("verify-phone", "+16505550121", "--as", "alice")
    tool.run("verify-phone", "+16505550122", "--as", "bob")
    #expect(tool.run("confirm-code", "123456").status == 64)
    for (name, number) in [("alice", "+16505550121"), ("bob", "+16505550122")] {
      #expect(tool.run("confirm-code", "--as", name, tool.code(for: number)).status == 0)
      #expect(tool.run("whoami", "--as", name, "--field", "account.phone").output == number + "\n")
    }
    #expect(tool.run("whoami").status == 4)
  }

  @Test func theSessionInUseIsNotChosenWhereAnotherHasAStepToo() throws {
    tool.signIn("+16505550121", as: "alice")
    tool.run("session", "use", "alice")
    tool.run("verify-phone", "+16505550121", "--reauth")
    tool.run("verify-phone", "+16505550122", "--as", "bob")
    #expect(
      tool.run("confirm-code", tool.code(for: "+16505550121"))
        == .init(
          64,
          errors: """
            error: several steps are pending: p2 (phone-reauth), p3 (phone-signin of bob)
              Name one with --pending ID.

            """))
    #expect(tool.run("confirm-code", "--as", "alice", tool.code(for: "+16505550121")).status == 0)
    // The only one there is, whoever it is for.
    #expect(tool.run("confirm-code", tool.code(for: "+16505550122")).status == 0)
    #expect(tool.run("whoami", "--as", "bob", "--field", "account.phone").output == "+16505550122\n")
  }

  @Test func theEnvironmentNamesTheSessionToo() {
    tool.environment["USHER_SESSION"] = "alice"
    tool.signIn()
    #expect(tool.run("session", "list", "--field", "sessions.0.name").output == "alice\n")
    #expect(tool.run("whoami", "--as", "default").status == 4)
  }

  @Test func aStepIsFinishedAsTheSessionItIsFor() {
    tool.run("verify-phone", "+16505550121", "--as", "alice")
    #expect(tool.run("confirm-code", "--pending", "p1", tool.code(for: "+16505550121")).status == 0)
    #expect(tool.run("session", "list", "--field", "sessions.0.name").output == "alice\n")
  }

  @Test func aStepThatHasNoSecondFactorIsFinishedByItsOwnCommand() {
    tool.run("verify-phone", ToolHarness.number)
    tool.run("send-link", ToolHarness.email)
    for (id, command, need) in [("p1", "confirm-code", "code"), ("p2", "complete-link", "link")] {
      let outcome = tool.run("mfa", "challenge", "--pending", id, "--json")
      #expect(outcome.status == 64)
      #expect(
        outcome.json?["error"]?["next_step"]
          == ["argv": ["usher", .string(command), "--pending", .string(id)], "needs": [.string(need)]])
    }
  }
}
