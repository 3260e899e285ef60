import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TerminalIO
import TestSupport
import Testing
import UsherTool

/// `signin` by itself, at a terminal.
struct SignInConversationTests {
  let tool = ToolHarness()

  private let question = "Number, address or provider: "
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
      transcript.prefix(6) == [
        "local server (no project configured)",
        "Type a phone number with its country code, an e-mail address, a provider such as google, passkey or anonymous.",
        "If you type a phone number, an SMS will be sent to it; standard rates may apply.", question,
        "The phone number has no country code. Include the country code, for example +1 650-555-3434.",
        question,
      ])
  }

  /// Firebase's phone guides ask apps to say so. The local server's test beside this one shows that it is not said there.
  @Test func thatGoogleStoresANumberIsSaidBeforeItIsTyped() {
    tool.network = TransportStub()
    for words in [["signin"], ["verify-phone"]] {
      let terminal = ScriptedTerminal(answers: [.failure(.interrupted)])
      let place = ["--endpoint", "production", "--project", "my-app"]
      tool.environment["USHER_API_KEY"] = "key"
      #expect(tool.run(words + place, terminal: terminal).status == 130)
      let notice = terminal.transcript.firstIndex(
        of: "Google stores the number, and uses it to prevent spam and abuse.")
      #expect(notice.map { terminal.transcript[$0 - 1].contains("standard rates may apply") } == true)
    }
  }

  @Test(arguments: ["+1 650-555-3434", "00 1 650 555 3434", " 0016505553434"])
  func whoSignsInMayBeNamedAtOnce(number: String) {
    let terminal = ScriptedTerminal(answers: ["654321"])
    let outcome = tool.run("signin", number, terminal: terminal)
    #expect(outcome.lines.last == "Signed in as +16505553434 (uid \(tool.uid() ?? ""), local server).")
    #expect(!terminal.transcript.contains(question))
  }

  @Test func aWordThatIsNeitherNumberNorAddressIsNobody() {
    for (word, message, hint) in [
      ("passwrd", "unexpected argument 'passwrd'", "did you mean:  usher signin password"),
      (
        "kim", "'kim' is not a phone number, an e-mail address or a provider",
        "see the options:  usher signin --help"
      ),
    ] {
      #expect(
        tool.run("signin", word)
          == .init(64, errors: "error: \(message)\nusage: usher signin [options] [WHO]\n  \(hint)\n"))
    }
    #expect(tool.run("signin", "kim@", terminal: ScriptedTerminal(answers: [])).status == 65)
    #expect(tool.run("signup", "kim@example.com", "--email", "mo@example.com").status == 64)
    #expect(
      tool.run("signup", "password")
        == .init(
          64,
          errors: """
            error: unexpected argument 'password'
            usage: usher signup [options] [EMAIL]
              did you mean:  usher signup

            """))
  }

  @Test func anonymousCreatesAnAccount() {
    let (outcome, _) = signIn(" Anonymous")
    #expect(outcome.output.hasPrefix("Account created.\nSigned in as "))
    #expect(tool.run("whoami", "--field", "account.is_anonymous").output == "true\n")
  }

  /// The embedded server hides addresses from apps, not from the person whose server it is.
  @Test(arguments: ["enable", "disable"]) func anAddressWithoutAnAccountGetsOne(_ hiding: String) {
    tool.run("local", "project", hiding, "enumeration-protection")
    let (outcome, transcript) = signIn("kim@example.com", "2", right, right)
    #expect(outcome.status == 0)
    #expect(
      transcript.dropFirst(4).prefix(7) == [
        "No account has kim@example.com yet. How do you want to create one?",
        "  1) e-mail link", "  2) password", "  3) identity provider", "Which one? [1]: ",
        "Choose a password for kim@example.com.", "New password: ",
      ])
    #expect(tool.signInByPassword().json?["created"] == false)
  }

  @Test func theEmbeddedServersAccountIsSignedInToAndNotCreatedAgain() {
    tool.signUp()
    tool.run("signout")
    let (outcome, transcript) = signIn("kim@example.com", right)
    #expect(outcome.output.hasPrefix("Signed in as kim@example.com"))
    #expect(
      transcript.dropFirst(3) == [question, "Type the password of kim@example.com.", "Password: "])
  }

  /// Has the tool talk to a server that is not its own, and hides addresses.
  private func serve() throws {
    tool.network = ServedTransport(
      server: IdentityToolkitServer(
        store: try Store(at: .memory), project: "demo-usher", policy: .strict,
        clock: { [clock = tool.clock] in clock.now }, random: SecureRandom.bytes,
        pause: { _ in }, version: "0"))
    tool.environment["USHER_ENDPOINT"] = "http://127.0.0.1:9099"
  }

  @Test func whereAddressesAreHiddenANewAccountIsOneOfTheChoices() throws {
    try serve()
    let (outcome, transcript) = signIn("kim@example.com", "3", right, right)
    #expect(outcome.output.hasPrefix("Account created.\n"))
    let menu = [
      "How do you want to sign in?", "  1) e-mail link (also creates an account)", "  2) password",
      "  3) create an account with a password", "Which one? [1]: ",
    ]
    #expect(transcript.dropFirst(3).prefix(5) == menu[...])
    // The order is the same for who has used a password here.
    let (again, _) = signIn("kim@example.com", "2", right)
    #expect(again.output.hasPrefix("Signed in as kim@example.com"))
  }

  @Test func whoIsReplacedIsNamed() {
    tool.signUp()
    let (outcome, _) = signIn("+16505553434", "654321")
    #expect(outcome.output.hasSuffix(", local server), instead of kim@example.com.\n"))
    #expect(signIn("+16505553434", "654321").0.output.hasSuffix(", local server).\n"))
  }

  @Test func whoLeavesAtThePasswordIsToldHowToGoOn() {
    tool.signUp()
    let (outcome, transcript) = signIn("kim@example.com", .failure(.interrupted))
    #expect(outcome.status == 130)
    #expect(transcript.last == "To go on:\n  usher signin password --email kim@example.com")
  }

  @Test func whoLeavesAtTheSecondFactorIsToldOnlyHowToFinish() {
    tool.signUpVerified()
    tool.enrollTOTP()
    tool.run("signout")
    let (outcome, transcript) = signIn("kim@example.com", right, .failure(.interrupted))
    #expect(outcome.status == 130)
    #expect(
      transcript.suffix(2) == ["6-digit code of the app: ", "Saved. To finish:\n  usher confirm-code"])
  }

  @Test func whoTypesNothingIsToldWhatCanBeTyped() {
    let (_, transcript) = signIn("", .failure(.endOfInput))
    #expect(
      transcript.suffix(2) == [
        "Nothing was typed. Type a phone number, an e-mail address, a provider such as google, passkey or anonymous.",
        question,
      ])
  }

  @Test func whoLeavesTheProviderThatWasNamedIsToldTheSameCommand() {
    let words = ["signin", "google", "--no-browser"]
    let terminal = ScriptedTerminal(answers: [.failure(.interrupted)])
    #expect(tool.run(words, terminal: terminal).status == 130)
    #expect(terminal.transcript.last == "To go on:\n  usher signin google --no-browser")
  }

  @Test func aSecondFactorIsAskedForToo() {
    tool.signUpVerified()
    tool.enrollTOTP()
    tool.run("signout")
    tool.clock.advance(60)
    let (outcome, _) = signIn("kim@example.com", right, .line(tool.totpCode()))
    #expect(outcome.output.hasPrefix("Signed in as kim@example.com"))
  }
}
