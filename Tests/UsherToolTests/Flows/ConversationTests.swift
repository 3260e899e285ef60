import Crypto
import Essentials
import IdentityToolkit
import TerminalIO
import TestSupport
import Testing

/// Sign-ins of a person at a terminal.
struct ConversationTests {
  let tool = ToolHarness()
  private let limit = Duration.seconds(600)
  private let aboutNumbers = ScriptedTerminal.Event.said(
    "With country code, such as +1 650-555-3434. An SMS will be sent; standard rates may apply.")
  private let numberPrompt = "Phone number: "
  private let aboutCodes = ScriptedTerminal.Event.said(
    "Type r to get another code, or press Ctrl-C to finish later.")
  private let codePrompt = "6-digit code: "
  private let place = ScriptedTerminal.Event.said("local server (no project configured)")

  private func sent(to number: String = "+16505553434", at offset: Double = 0) -> ScriptedTerminal.Event {
    .said("Code sent to \(number). You can ask for another after \(tool.clock.wallTime(in: 60 + offset)).")
  }

  private func shown(_ code: String = "654321") -> ScriptedTerminal.Event {
    .said("(local server, no phone rings: the code is \(code))")
  }

  private func advice(_ options: String = "") -> String {
    """
    Phone numbers change hands. To sign in by e-mail too, link an address:
      usher link email-link\(options)

    """
  }

  private var uid: String { tool.run("whoami", "--field", "account.uid").lines.first ?? "" }

  @Test func aPersonIsAskedForNumberAndCode() {
    let terminal = ScriptedTerminal(answers: ["+1 650-555-0123", .shownCode])
    let outcome = tool.run("verify-phone", terminal: terminal)
    #expect(
      outcome == .init(0, output: "Signed in as +16505550123 (uid \(uid), local server).\n", errors: advice())
    )
    #expect(
      terminal.events == [
        place, aboutNumbers, .asked(numberPrompt, within: limit), sent(to: ToolHarness.number),
        shown(tool.code()), aboutCodes, .asked(codePrompt, within: limit),
      ])
  }

  /// A number alone is weak proof.
  @Test func linkingAnAddressIsAdvisedOnce() {
    for isFirst in [true, false] {
      let terminal = ScriptedTerminal(answers: ["654321"])
      let outcome = tool.run("verify-phone", ToolHarness.fictionalNumber, terminal: terminal)
      #expect(outcome.errors == (isFirst ? advice() : ""))
      tool.run("signout")
    }
  }

  @Test func aNumberGivenIsNotAskedFor() {
    let terminal = ScriptedTerminal(answers: ["654321"])
    let outcome = tool.run("verify-phone", "+16505553434", "--endpoint", "local", terminal: terminal)
    #expect(
      outcome
        == .init(
          0, output: "Signed in as +16505553434 (uid \(uid), local server).\n",
          errors: advice(" --endpoint local")))
    #expect(terminal.events == [sent(), shown(), aboutCodes, .asked(codePrompt, within: limit)])
  }

  @Test func aBadNumberIsAskedForAgain() {
    let terminal = ScriptedTerminal(answers: ["650 555 3434", "", "+16505553434", "654321"])
    #expect(tool.run("verify-phone", terminal: terminal).status == 0)
    #expect(
      terminal.events == [
        place, aboutNumbers, .asked(numberPrompt, within: limit),
        .said(
          "The phone number has no country code. Include the country code, for example +1 650-555-3434."),
        .asked(numberPrompt, within: limit),
        .said("The phone number is empty. Include the country code, for example +1 650-555-3434."),
        .asked(numberPrompt, within: limit), sent(), shown(), aboutCodes,
        .asked(codePrompt, within: limit),
      ])
  }

  @Test func aWrongCodeIsAskedForAgain() {
    let terminal = ScriptedTerminal(answers: ["12345", "000000", "", "654321"])
    #expect(tool.run("verify-phone", "+16505553434", terminal: terminal).status == 0)
    #expect(
      terminal.events == [
        place, sent(), shown(), aboutCodes, .asked(codePrompt, within: limit),
        .said("That code has 5 digits, not six."),
        .asked(codePrompt, within: limit),
        .said("That code is not right. Check the latest message and try again."),
        .asked(codePrompt, within: limit), .said("The code is empty. A code has six digits."),
        .asked(codePrompt, within: limit),
      ])
  }

  @Test func anotherCodeCanBeAskedForAfterAMinute() {
    let clock = tool.clock
    let terminal = ScriptedTerminal(answers: ["r", .after(61, clock), " R ", .shownCode])
    #expect(tool.run("verify-phone", ToolHarness.number, terminal: terminal).status == 0)
    let codes = tool.run("local", "outbox", "--json").json?["messages"]?.array?.map {
      $0["code"]?.string ?? ""
    }
    #expect(codes?.count == 2)
    #expect(
      terminal.events == [
        place, sent(to: ToolHarness.number, at: -61), shown(codes?.first ?? ""),
        aboutCodes, .asked(codePrompt, within: limit),
        .said("A code was sent a moment ago; you can get another in 60 s."),
        .asked(codePrompt, within: limit), .said("The code is empty. A code has six digits."),
        .asked(codePrompt, within: limit), sent(to: ToolHarness.number), shown(codes?.last ?? ""),
        .asked(codePrompt, within: limit),
      ])
  }

  @Test func theFifthWrongCodeEndsTheConversation() {
    let wrong = Array(repeating: ScriptedTerminal.Answer.wrongCode, count: 5)
    let terminal = ScriptedTerminal(answers: wrong)
    let outcome = tool.run("verify-phone", ToolHarness.number, terminal: terminal)
    #expect(
      outcome
        == .init(
          5,
          errors: """
            error: that code is not right; no tries are left
              wait 30 s, then get a new code:  usher verify-phone +16505550123 --resend

            """))
    tool.clock.advance(30)
    tool.run("verify-phone", "--resend")
    #expect(tool.run("confirm-code", tool.code()).status == 0)
  }

  @Test func theCodeIsShownWhateverTheServersClockSays() {
    tool.run("local", "clock", "+10m")
    tool.run("verify-phone", ToolHarness.number)
    tool.clock.advance(30)
    let terminal = ScriptedTerminal(answers: [.shownCode])
    #expect(tool.run("verify-phone", ToolHarness.number, terminal: terminal).status == 0)
    #expect(terminal.transcript.contains("(local server, no phone rings: the code is \(tool.code()))"))
  }

  @Test(arguments: [
    (TerminalError.interrupted, Int32(130), ""),
    (.timedOut, 75, "error: nobody answered in time\n  Try again with a longer --wait-limit.\n"),
    (.endOfInput, 66, "error: the input ended\n"),
  ])
  func whoStopsCanFinishLater(_ failure: TerminalError, _ status: Int32, _ errors: String) {
    let terminal = ScriptedTerminal(answers: [.failure(failure)])
    #expect(
      tool.run("verify-phone", ToolHarness.number, terminal: terminal) == .init(status, errors: errors))
    #expect(
      terminal.events == [
        place, sent(to: ToolHarness.number), shown(tool.code()), aboutCodes,
        .asked(codePrompt, within: limit),
        .said("Saved. To finish:\n  usher confirm-code"),
      ])
    #expect(tool.run("confirm-code", tool.code()).status == 0)
  }

  @Test func howToFinishNamesTheSession() {
    let terminal = ScriptedTerminal(answers: [.failure(.interrupted)])
    tool.run("verify-phone", ToolHarness.number, "--as", "alice", terminal: terminal)
    #expect(terminal.transcript.last == "Saved. To finish:\n  usher confirm-code --as alice")
  }

  @Test func whatWasNotSavedIsNotSaidToBe() {
    let terminal = ScriptedTerminal(answers: [.failure(.interrupted)])
    tool.run("verify-phone", ToolHarness.number, "--no-store", terminal: terminal)
    #expect(
      terminal.transcript.last?.hasPrefix("To finish:\n  usher confirm-code --verification-id ")
        == true)
  }

  @Test(arguments: [(TerminalError.endOfInput, Int32(66)), (.timedOut, 75), (.interrupted, 130)])
  func stoppingAtTheNumberSendsNothing(_ failure: TerminalError, _ status: Int32) {
    let terminal = ScriptedTerminal(answers: [.failure(failure)])
    #expect(tool.run("verify-phone", terminal: terminal).status == status)
    #expect(terminal.events == [place, aboutNumbers, .asked(numberPrompt, within: limit)])
    #expect(tool.sentMessages == 0)
  }

  @Test func confirmingAsksForTheCode() {
    tool.run("verify-phone", "+16505553434")
    let terminal = ScriptedTerminal(answers: ["1", "000000", "654-321"])
    let outcome = tool.run("confirm-code", terminal: terminal)
    #expect(
      outcome
        == .init(0, output: "Signed in as +16505553434 (uid \(uid), local server).\n", errors: advice()))
    let question = ScriptedTerminal.Event.asked(codePrompt, within: limit)
    #expect(
      terminal.events == [
        .said(
          "A code was sent to +16505553434 a moment ago, and it still works. You can ask for another after \(tool.clock.wallTime(in: 60))."
        ), shown(), aboutCodes, question, .said("That code has 1 digit, not six."),
        question,
        .said("That code is not right. Check the latest message and try again."), question,
      ])
  }

  @Test func confirmingSendsAnotherCodeToo() {
    tool.run("verify-phone", ToolHarness.number)
    let first = tool.code()
    tool.clock.advance(61)
    let terminal = ScriptedTerminal(answers: ["r", .shownCode])
    #expect(tool.run("confirm-code", terminal: terminal).status == 0)
    #expect(
      terminal.events == [
        .said("A code was sent to +16505550123 at \(tool.clock.wallTime(in: -61))."), shown(first),
        aboutCodes, .asked(codePrompt, within: limit), sent(to: ToolHarness.number), shown(tool.code()),
        .asked(codePrompt, within: limit),
      ])
  }

  @Test func confirmingShowsTheCodeOfItsOwnStep() {
    tool.run("verify-phone", ToolHarness.number, "--as", "alice")
    let first = tool.code()
    tool.clock.advance(61)
    tool.run("verify-phone", ToolHarness.number, "--as", "bob")
    let terminal = ScriptedTerminal(answers: [.shownCode])
    #expect(tool.run("confirm-code", "--as", "alice", terminal: terminal).status == 0)
    #expect(terminal.events.contains(shown(first)))
  }

  @Test func aVerificationThatIsNotKeptIsAskedForToo() {
    let id = tool.run("verify-phone", ToolHarness.number, "--no-store", "--field", "pending.verification_id")
      .lines[0]
    let terminal = ScriptedTerminal(answers: [.failure(.endOfInput)])
    #expect(tool.run("confirm-code", "--verification-id", id, terminal: terminal).status == 66)
    #expect(
      terminal.events == [
        .said("Type the code from the SMS, or press Ctrl-C to finish later."),
        .asked(codePrompt, within: limit),
        .said("To finish:\n  usher confirm-code --verification-id \(id)"),
      ])
  }

  @Test func aPersonsTimeCanBeLimited() {
    let terminal = ScriptedTerminal(answers: ["+16505553434", "654321"])
    tool.run("verify-phone", "--wait-limit", "2m", terminal: terminal)
    #expect(
      terminal.events == [
        place, aboutNumbers, .asked(numberPrompt, within: .seconds(120)), sent(), shown(), aboutCodes,
        .asked(codePrompt, within: .seconds(120)),
      ])
  }

  @Test func reauthenticationAsksForTheCodeAlone() {
    tool.signIn("+16505550123")
    let terminal = ScriptedTerminal(answers: [.shownCode])
    #expect(tool.run("verify-phone", "--reauth", terminal: terminal).status == 0)
    #expect(
      terminal.events == [
        place, sent(to: ToolHarness.number), shown(tool.code()), aboutCodes,
        .asked(codePrompt, within: limit),
      ])
  }

  @Test func withoutWaitingNobodyIsAskedForTheCode() {
    let terminal = ScriptedTerminal()
    let outcome = tool.run("verify-phone", ToolHarness.number, "--no-wait", terminal: terminal)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "To finish:\n  usher confirm-code\n")
    #expect(terminal.events == [place])
  }

  /// Whatever makes a run non-interactive: a missing input is then named, and nobody is asked.
  @Test(
    arguments: [
      (["--json"], [:]), (["--field", "status"], [:]), (["--no-input"], [:]),
      ([], ["USHER_NO_INPUT": "1"]), ([], ["CI": "true", "USHER_ENDPOINT": "local"]),
      ([], ["USHER_OUTPUT": "json"]),
    ] as [([String], [String: String])])
  func nobodyIsAskedWithout(_ words: [String], _ environment: [String: String]) {
    let tool = ToolHarness()
    for (name, value) in environment { tool.environment[name] = value }
    let terminal = ScriptedTerminal()
    #expect(tool.run(["verify-phone"] + words, terminal: terminal).status == 64)
    #expect(tool.run(["verify-phone", "+16505553434"] + words, terminal: terminal).status == 0)
    #expect(tool.run(["confirm-code"] + words, terminal: terminal).status == 64)
    #expect(tool.run(["local", "reset"] + words, terminal: terminal).status == 64)
    #expect(terminal.events == [])
  }

  /// The server's second may be over when its answer is here.
  @Test func theCodeIsShownHoweverLongTheSendingTook() {
    tool.random = { [clock = tool.clock] count throws(CryptoError) in
      clock.advance(0.7)
      return try SecureRandom.bytes(count)
    }
    let terminal = ScriptedTerminal(answers: [.shownCode])
    #expect(tool.run("verify-phone", ToolHarness.number, terminal: terminal).status == 0)
  }
}
