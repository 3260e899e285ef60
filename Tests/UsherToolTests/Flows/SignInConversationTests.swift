import IdentityToolkit
import TerminalIO
import TestSupport
import Testing
import UsherTool

/// `signin` by itself, at a terminal.
struct SignInConversationTests {
  let tool = ToolHarness()

  private let question = "Phone number, e-mail address or provider (google, github… or anonymous): "
  private let right = ScriptedTerminal.Answer.line(ToolHarness.password)

  private func signIn(_ answers: ScriptedTerminal.Answer...) -> (ToolHarness.Outcome, [String]) {
    let terminal = ScriptedTerminal(answers: answers)
    return (tool.run("signin", terminal: terminal), terminal.transcript)
  }

  @Test func thatAnSMSWillBeSentIsSaidBeforeANumberIsTyped() {
    let (outcome, transcript) = signIn("650 555", "+16505553434", "654321")
    #expect(
      outcome.output == """
        Account created.
        Signed in as +16505553434 (uid \(tool.uid() ?? ""), local server).

        """)
    #expect(
      transcript.prefix(5) == [
        "local server (no project configured)",
        "If you give a phone number, an SMS will be sent to it; standard rates may apply.", question,
        "The phone number has no country code. Write it with its country code, as in +1 650-555-3434.",
        question,
      ])
  }

  @Test(arguments: ["+1 650-555-3434", "00 1 650 555 3434", " 0016505553434"])
  func whoSignsInMayBeNamedAtOnce(number: String) {
    let terminal = ScriptedTerminal(answers: ["654321"])
    let outcome = tool.run("signin", number, terminal: terminal)
    #expect(outcome.lines.last == "Signed in as +16505553434 (uid \(tool.uid() ?? ""), local server).")
    #expect(!terminal.transcript.contains(question))
  }

  @Test func aWordThatIsNeitherNumberNorAddressIsNobody() {
    for (word, hint) in [
      ("passwrd", "did you mean:  usher signin password"), ("kim", "see the options:  usher signin --help"),
    ] {
      #expect(
        tool.run("signin", word)
          == .init(
            64,
            errors:
              "error: unexpected argument '\(word)'\nusage: usher signin [options] [WHO]\n  \(hint)\n"))
    }
    #expect(tool.run("signin", "kim@", terminal: ScriptedTerminal(answers: [])).status == 65)
    #expect(tool.run("signup", "kim@example.com", "--email", "mo@example.com").status == 64)
  }

  @Test func anonymousCreatesAnAccount() {
    let (outcome, _) = signIn(" Anonymous")
    #expect(outcome.output.hasPrefix("Account created.\nSigned in as "))
    #expect(tool.run("whoami", "--field", "account.is_anonymous").output == "true\n")
  }

  @Test func anAddressWithoutAnAccountGetsOne() {
    tool.run("local", "project", "disable", "enumeration-protection")
    let (outcome, transcript) = signIn("kim@example.com", "2", right, right, "n")
    #expect(outcome.status == 0)
    #expect(
      transcript.dropFirst(3).prefix(3) == [
        "No account has kim@example.com yet; this creates one.",
        "Sign in with?  1) link by e-mail   2) password   3) provider   [1]: ",
        "New password for kim@example.com: ",
      ])
    #expect(tool.signInByPassword().json?["created"] == false)
  }

  @Test func whereAddressesAreHiddenANewAccountIsOneOfTheChoices() {
    let (outcome, transcript) = signIn("kim@example.com", "3", right, right, "n")
    #expect(outcome.output.hasPrefix("Account created.\n"))
    #expect(
      transcript.contains(
        "Sign in with?  1) link by e-mail   2) password   3) new account   [1]: "))
    #expect(tool.signInByPassword().json?["created"] == false)
  }

  @Test func whoIsReplacedIsNamed() {
    tool.signUp()
    let (outcome, _) = signIn("+16505553434", "654321")
    #expect(outcome.output.hasSuffix(", local server), instead of kim@example.com.\n"))
    #expect(signIn("+16505553434", "654321").0.output.hasSuffix(", local server).\n"))
  }

  @Test func whoLeavesAtThePasswordIsToldHowToGoOn() {
    tool.signUp()
    let (outcome, transcript) = signIn("kim@example.com", "1", .failure(.interrupted))
    #expect(outcome.status == 130)
    #expect(transcript.last == "To go on:  usher signin password --email kim@example.com")
  }

  @Test func aSecondFactorIsAskedForToo() {
    tool.signUpVerified()
    tool.enrollTOTP()
    tool.run("signout")
    tool.clock.advance(60)
    let (outcome, _) = signIn("kim@example.com", "1", right, .line(tool.totpCode()))
    #expect(outcome.output.hasPrefix("Signed in as kim@example.com"))
  }
}
