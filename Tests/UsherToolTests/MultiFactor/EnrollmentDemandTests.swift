import Essentials
import IdentityToolkit
import TerminalIO
import TestSupport
import Testing
import UsherTool

/// What the project says of second factors, as sign-ups and sign-ins tell it.
struct EnrollmentDemandTests {
  let tool = ToolHarness()
  private let demand = "This project requires a second factor."

  private func project(_ state: String) {
    tool.run("local", "project", "set", "mfa.state", state)
  }

  private func signUp(_ answers: [ScriptedTerminal.Answer]) -> (ToolHarness.Outcome, [String]) {
    let terminal = ScriptedTerminal(
      answers: [.line(ToolHarness.password), .line(ToolHarness.password)] + answers)
    let outcome = tool.run("signup", "--email", ToolHarness.email, terminal: terminal)
    return (outcome, terminal.transcript)
  }

  @Test func whereTheyAreAllowedNobodyIsAsked() {
    let (outcome, transcript) = signUp([])
    #expect(
      outcome
        == .init(0, output: "Signed in as kim@example.com (uid \(tool.uid() ?? ""), local server).\n"))
    #expect(transcript.last == "Type it again: ")
  }

  @Test func laterSignInsAreNotAskedAgain() {
    tool.signUpVerified()
    let terminal = ScriptedTerminal(answers: [.line(ToolHarness.password)])
    #expect(tool.run("signin", "password", "--email", ToolHarness.email, terminal: terminal).status == 0)
    #expect(terminal.transcript.last == "Password: ")
  }

  @Test func scriptsAreNeverAskedAndToldOnlyOfADemand() {
    #expect(tool.signUp().json?["warnings"] == [])
    project("MANDATORY")
    let text = "this project requires a second factor; enroll one: usher mfa enroll totp"
    let outcome = tool.signInByPassword()
    #expect(outcome.status == 0)
    #expect(outcome.json?["warnings"] == [.string(text)])
    project("DISABLED")
    #expect(tool.signInByPassword().json?["warnings"] == [])
  }

  @Test func aDemandLeadsThroughIt() {
    tool.signUpVerified()
    project("MANDATORY")
    let terminal = ScriptedTerminal(answers: [
      .line(ToolHarness.password), "1", .line(ToolHarness.fictionalNumber), "654321",
    ])
    let outcome = tool.run("signin", "password", "--email", ToolHarness.email, terminal: terminal)
    #expect(outcome == .init(0, output: "Enrolled \"+1******3434\" as a second factor of kim@example.com.\n"))
    #expect(terminal.transcript.contains(demand))
    #expect(tool.firebaseClaim("sign_in_second_factor") == "phone")
  }

  @Test func aDemandAfterAnotherSessionsStepIsForThatSession() {
    tool.signUpVerified()
    project("MANDATORY")
    tool.run("send-link", "bob@example.com", "--as", "bob")
    let link = tool.link(to: "bob@example.com")
    let step = tool.run("pending", "list", "--as", "bob", "--field", "pending.0.id").lines.first ?? ""
    let terminal = ScriptedTerminal(answers: ["1", .line(ToolHarness.fictionalNumber), "654321"])
    let outcome = tool.run("complete-link", link, "--pending", step, terminal: terminal)
    #expect(
      outcome == .init(0, output: "Enrolled \"+1******3434\" as a second factor of bob@example.com.\n"))
    #expect(tool.run("mfa", "list", "--as", "default", "--json").json?["factors"] == [])
  }

  @Test func whatCannotHaveASecondFactorIsNotAsked() {
    project("MANDATORY")
    #expect(tool.run("signin", "anonymous", terminal: ScriptedTerminal()).status == 0)
    let terminal = ScriptedTerminal(answers: ["654321"])
    #expect(tool.run("verify-phone", ToolHarness.fictionalNumber, terminal: terminal).status == 0)
    #expect(terminal.transcript.contains(demand) == false)
  }

  /// Ctrl-D, after the sign-in is finished.
  @Test func whoLeavesOffThereIsSignedIn() {
    tool.signUpVerified()
    project("MANDATORY")
    let terminal = ScriptedTerminal(answers: [.line(ToolHarness.password), .failure(.endOfInput)])
    let outcome = tool.run("signin", "password", "--email", ToolHarness.email, terminal: terminal)
    #expect(
      outcome
        == .init(
          0,
          errors:
            "warning: this project requires a second factor\n  enroll one:  usher mfa enroll totp\n  or:          usher mfa enroll sms\n"
        ))
    #expect(terminal.transcript.contains { $0.hasPrefix("Signed in as kim@example.com (uid ") })
    #expect(tool.run("whoami").status == 0)
  }

  @Test func whoKeepsNothingIsTold() {
    tool.signUpVerified()
    project("MANDATORY")
    let terminal = ScriptedTerminal(answers: [.line(ToolHarness.password)])
    let outcome = tool.run(
      "signin", "password", "--email", ToolHarness.email, "--no-store", terminal: terminal)
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("Signed in as kim@example.com (uid "))
    #expect(
      outcome.errors
        == "warning: this project requires a second factor\n  enroll one:  usher mfa enroll totp --no-store\n  or:          usher mfa enroll sms --no-store\n"
    )
  }

  @Test func theFactorIsTheOneWhoSignedIns() {
    tool.signUpVerified(as: "bob")
    tool.signUpVerified("eve@example.com")
    project("MANDATORY")
    tool.run("signout", "--as", "bob")
    tool.run("send-link", ToolHarness.email, "--as", "bob")
    let terminal = ScriptedTerminal(answers: ["1", .line(ToolHarness.fictionalNumber), "654321"])
    #expect(
      tool.run("complete-link", tool.link(), "--as", "bob", terminal: terminal).output
        == "Enrolled \"+1******3434\" as a second factor of kim@example.com.\n")
    #expect(tool.factorIDs().isEmpty)
    #expect(tool.factorIDs(as: "bob").count == 1)
  }
}
