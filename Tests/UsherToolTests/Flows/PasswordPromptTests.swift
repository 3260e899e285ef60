import TestSupport
import Testing

/// How often a person is asked for a password, and what is said of those that are refused.
struct PasswordPromptTests {
  let tool = ToolHarness()

  private let right = ScriptedTerminal.Answer.line(ToolHarness.password)
  private let signIn = ["signin", "password", "--email", ToolHarness.email]
  private let forgotten =
    "Forgotten: usher send-link kim@example.com --purpose reset-password; no account yet: usher signup --email "
    + "kim@example.com"

  @Test func aWrongOneIsAskedForAgain() {
    tool.signUp()
    let terminal = ScriptedTerminal(answers: ["wrong", "", right])
    #expect(tool.run(signIn, terminal: terminal).status == 0)
    #expect(
      terminal.transcript.dropFirst() == [
        "Type the password of kim@example.com.", "Password: ",
        "That address or password is not right. \(forgotten)", "Password: ",
        "The password is empty. \(forgotten)", "Password: ",
      ])
  }

  @Test func theThirdWrongOneEndsIt() throws {
    tool.signUp()
    let state = try tool.state
    let terminal = ScriptedTerminal(answers: ["wrong", "wrong", "wrong"])
    let outcome = tool.run(signIn, terminal: terminal)
    #expect(outcome.status == 5)
    #expect(
      outcome.errors == """
        error: that address or password is not right
        hint: forgotten: usher send-link kim@example.com --purpose reset-password; no account yet: usher signup \
        --email kim@example.com

        """)
    #expect(try tool.state == state)
  }

  @Test func oneThatWasGivenIsTriedOnce() {
    tool.signUp()
    let outcome = tool.run(
      signIn + ["--password-stdin"], input: "wrong", terminal: ScriptedTerminal())
    #expect(outcome == .init(5, errors: "error: that address or password is not right\n"))
  }

  @Test func aForgottenOneIsNoEndOfReauthentication() {
    tool.signUp()
    let terminal = ScriptedTerminal(answers: ["wrong", right])
    #expect(tool.run("reauth", terminal: terminal).status == 0)
    #expect(
      terminal.transcript.contains(
        "That password is not right. Forgotten: usher reauth email-link"))
  }

  @Test func aNewOneIsTypedTwiceAndMayBeTypedAgain() {
    let terminal = ScriptedTerminal(answers: [right, "another", "weak", "weak", right, right, "n"])
    #expect(tool.run("signup", "--email", ToolHarness.email, terminal: terminal).status == 0)
    let said = terminal.transcript.filter { !$0.hasSuffix(": ") }
    #expect(said[2] == "The two passwords differ.")
    #expect(said[3].hasPrefix("That password is too weak"))
    #expect(tool.signInByPassword().status == 0)
  }

  @Test func theThirdWeakOneEndsIt() {
    let terminal = ScriptedTerminal(answers: ["weak", "weak", "weak", "weak", "weak", "weak"])
    let outcome = tool.run("signup", "--email", ToolHarness.email, terminal: terminal)
    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("error: that password is too weak"))
  }
}
