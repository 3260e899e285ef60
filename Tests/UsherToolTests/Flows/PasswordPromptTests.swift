import TestSupport
import Testing

/// How often a person is asked for a password, and what is said of those that are refused.
struct PasswordPromptTests {
  let tool = ToolHarness()

  private let right = ScriptedTerminal.Answer.line(ToolHarness.password)
  private let signIn = ["signin", "password", "--email", ToolHarness.email]

  @Test func aWrongOneIsAskedForAgain() {
    tool.signUp()
    let terminal = ScriptedTerminal(answers: ["wrong", "", right])
    #expect(tool.run(signIn, terminal: terminal).status == 0)
    #expect(
      Array(terminal.transcript.dropFirst())
        == [
          "Type the password of kim@example.com.", "Password: ", "Wrong e-mail address or password.",
          "Password: ", "The password is empty.", "Password: ",
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
        error: wrong e-mail address or password
          forgot the password?  usher send-link kim@example.com --purpose reset-password
          no account yet?       usher signup --email kim@example.com

        """)
    #expect(try tool.state == state)
  }

  @Test func whoTypesNoneIsToldTheOtherWays() {
    tool.signUp()
    #expect(
      tool.run(signIn, terminal: ScriptedTerminal(answers: ["", "", ""]))
        == .init(
          65,
          errors: """
            error: the password is empty
              forgot the password?  usher send-link kim@example.com --purpose reset-password
              no account yet?       usher signup --email kim@example.com

            """))
  }

  @Test func oneThatWasGivenIsTriedOnce() {
    tool.signUp()
    let outcome = tool.run(
      signIn + ["--password-stdin"], input: "wrong", terminal: ScriptedTerminal())
    #expect(
      outcome
        == .init(
          5,
          errors: """
            error: wrong e-mail address or password
              forgot the password?  usher send-link kim@example.com --purpose reset-password
              no account yet?       usher signup --email kim@example.com

            """))
  }

  @Test func aForgottenOneIsNoEndOfReauthentication() {
    tool.signUp()
    let terminal = ScriptedTerminal(answers: ["wrong", "wrong", "wrong"])
    #expect(
      tool.run("reauth", terminal: terminal)
        == .init(5, errors: "error: wrong password\n  forgot the password?  usher reauth email-link\n"))
    #expect(terminal.transcript.suffix(2) == ["Wrong password.", "Password: "])
  }

  @Test func aNewOneIsTypedTwiceAndMayBeTypedAgain() {
    let terminal = ScriptedTerminal(answers: [right, "another", "weak", "weak", right, right])
    #expect(tool.run("signup", "--email", ToolHarness.email, terminal: terminal).status == 0)
    let said = terminal.transcript.filter { !$0.hasSuffix(": ") }
    #expect(said[2] == "The two passwords differ.")
    #expect(said[3].hasPrefix("This password is too weak"))
    #expect(tool.signInByPassword().status == 0)
  }

  @Test func theThirdWeakOneEndsIt() {
    let terminal = ScriptedTerminal(answers: ["weak", "weak", "weak", "weak", "weak", "weak"])
    let outcome = tool.run("signup", "--email", ToolHarness.email, terminal: terminal)
    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("error: this password is too weak"))
  }
}
