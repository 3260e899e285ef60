import Essentials
import TerminalIO
import TestSupport
import Testing

@testable import UsherTool

/// What comes on the way to a goal: a re-authentication, a step that another command would have to finish.
struct OnTheWayTests {
  private let tool = ToolHarness()

  @Test func whoeverGoesAwayIsToldOfTheCommandToo() {
    tool.signIn()
    tool.clock.advance(301)
    let terminal = ScriptedTerminal(answers: ["y", "y", .failure(.interrupted)])
    #expect(tool.run("account", "delete", terminal: terminal).status == 130)
    #expect(
      terminal.transcript.suffix(2) == [
        "Saved. To finish:\n  usher confirm-code", "Then run again:\n  usher account delete",
      ])
    #expect(tool.run("whoami").status == 0)
  }

  @Test(arguments: [["link", "phone"], ["verify-phone", "--update"], ["reauth", "phone"]])
  func aChangeThatNobodyCouldFinishIsNotBegun(_ command: [String]) {
    tool.signIn()
    tool.clock.advance(61)
    let messages = tool.sentMessages
    let number = command.first == "reauth" ? ToolHarness.number : "+16505550145"
    let outcome = tool.run(command + [number, "--no-store", "--json"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("a later command cannot finish this"))
    #expect(tool.sentMessages == messages)
  }

  @Test func reauthTakesThePassword() {
    tool.signUp()
    tool.clock.advance(301)
    tool.folder.write("correct horse\n", to: "pw.txt")
    #expect(tool.run("reauth", "--password-file", tool.folder.path(of: "pw.txt"), "--json").status == 0)
    #expect(tool.run("account", "delete", "--yes").status == 0)
  }

  @Test func aMethodThatTheAccountLacksIsNamed() {
    tool.signIn()
    for command in [["reauth", "password"], ["reauth", "email-link"]] {
      let outcome = tool.run(command + ["--json"])
      #expect(outcome.json?["error"]?["code"] == "auth/no-such-provider", "\(command)")
    }
    tool.signUp("lee@example.com")
    #expect(tool.run("reauth", "phone", "--json").json?["error"]?["code"] == "auth/no-such-provider")
  }

  @Test func aMailOfWhichNothingIsKeptNamesItsAddress() {
    let outcome = tool.run("send-link", ToolHarness.email, "--no-store")
    #expect(
      outcome.errors.contains("usher complete-link --email \(ToolHarness.email) --no-store"), "\(outcome)")
  }

  @Test func aRequiredSecondFactorComesBeforeTheLink() throws {
    tool.signUp()
    tool.run("account", "update", "--display-name", "Kim")
    tool.run("signout")
    tool.run("project", "set", "mfa.state", "MANDATORY")
    let google = tool.identity(#"{"sub":"1","email":"\#(ToolHarness.email)","email_verified":false}"#)
    let terminal = ScriptedTerminal(answers: [
      .line("2"), .line(ToolHarness.password), .failure(.interrupted),
    ])
    _ = tool.run("signin", "idp", "google.com", "--id-token-file", google, terminal: terminal)
    #expect(terminal.transcript.contains("This project requires a second factor."))
  }
}
