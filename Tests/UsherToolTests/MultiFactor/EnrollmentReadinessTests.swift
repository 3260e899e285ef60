import Essentials
import IdentityToolkit
import TerminalIO
import TestSupport
import Testing
import UsherTool

/// What has to be so before a second factor is enrolled, and is found out before anything is sent.
struct EnrollmentReadinessTests {
  let tool = ToolHarness()
  private let sms = ["mfa", "enroll", "sms", ToolHarness.number]
  private var totp: [String] { ["mfa", "enroll", "totp", "--secret-file", tool.totpFile] }

  /// Exit status, code and next step of a refusal, which has begun nothing.
  private func expectRefusal(
    of words: [String], _ status: Int32, _ code: JSONValue, _ next: JSONValue, line: Int = #line
  ) {
    let messages = tool.sentMessages
    let place = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
    let outcome = tool.run(words + ["--json"])
    #expect(outcome.status == status, sourceLocation: place)
    #expect(outcome.output == "", sourceLocation: place)
    #expect(outcome.json?["error"]?["code"] == code, sourceLocation: place)
    #expect(outcome.json?["error"]?["next_step"] == ["argv": next, "needs": []], sourceLocation: place)
    #expect(tool.sentMessages == messages, sourceLocation: place)
    #expect(tool.run("pending", "list").output == "", sourceLocation: place)
    #expect(tool.folder.names().contains("totp.txt") == false, sourceLocation: place)
  }

  @Test(arguments: ["phone", "anonymous", "custom"])
  func aFirstFactorThatDoesNotGoWithASecond(_ kind: String) {
    switch kind {
    case "phone": tool.signIn()
    case "anonymous": tool.run("signin", "anonymous")
    default: tool.run("signin", "custom-token", "--uid", "tester")
    }
    for words in [sms, totp] {
      expectRefusal(
        of: words, 10, "auth/unsupported-first-factor",
        kind == "phone" ? ["usher", "link", "email-link"] : ["usher", "signin"])
    }
  }

  @Test func anAddressThatNobodyVerified() {
    tool.signUp()
    for words in [sms, totp] {
      expectRefusal(
        of: words, 10, "auth/unverified-email", ["usher", "send-link", "--purpose", "verify-email"])
    }
    #expect(
      tool.run(sms)
        == .init(
          10,
          errors: """
            error: verify the account's address first
              mail a link:  usher send-link --purpose verify-email

            """))
  }

  @Test func bothKindsNeedARecentSignIn() {
    tool.signInByLink()
    tool.clock.advance(301)
    for words in [sms, totp] {
      expectRefusal(of: words, 8, "auth/requires-recent-login", ["usher", "reauth"])
    }
    #expect(
      tool.run(sms).errors
        == """
        error: a second factor needs a recent sign-in
          re-authenticate:  usher reauth
          then run again:   usher mfa enroll sms +16505550123

        """)
    // A line that could hold a secret is not repeated.
    #expect(
      tool.run(sms + ["--code-command", "pass show code"]).errors.hasSuffix(
        "  then run again:   usher mfa enroll sms\n"))
  }

  @Test func whatIsEnrolledAlready() {
    tool.signInByLink()
    tool.enrollSMS(ToolHarness.number)
    tool.enrollTOTP()
    tool.run("signout", "--as", "nobody")
    let again = ["mfa", "enroll", "totp", "--secret-file", tool.folder.path + "/again"]
    expectRefusalKeepingFiles(of: again, "auth/second-factor-already-in-use")
    expectRefusalKeepingFiles(of: sms, "auth/second-factor-already-in-use")
  }

  @Test func fiveAreAsManyAsThereMayBe() {
    tool.signInByLink()
    for digit in 1...5 {
      #expect(tool.enrollSMS("+1650555012\(digit)").status == 0)
    }
    expectRefusalKeepingFiles(of: totp, "auth/maximum-second-factor-count-exceeded")
    expectRefusalKeepingFiles(
      of: sms + [], "auth/maximum-second-factor-count-exceeded", number: "+16505550129")
  }

  private func expectRefusalKeepingFiles(of words: [String], _ code: JSONValue, number: String? = nil) {
    let messages = tool.sentMessages
    let words = words.map { $0 == ToolHarness.number ? number ?? $0 : $0 } + ["--json"]
    let outcome = tool.run(words)
    #expect(outcome.status == 9)
    #expect(outcome.json?["error"]?["code"] == code)
    #expect(outcome.json?["error"]?["next_step"] == ["argv": ["usher", "mfa", "list"], "needs": []])
    #expect(tool.sentMessages == messages)
    #expect(tool.run("pending", "list").output == "")
  }

  @Test func nobodySignedIn() {
    #expect(tool.run(sms).status == 4)
    #expect(tool.run(totp).status == 4)
    #expect(tool.folder.names() == ["config"])
  }

  @Test func aNumberTypedAtTheTerminalIsLookedAtBeforeAMessageIsSent() {
    tool.signInByLink()
    tool.enrollSMS(ToolHarness.number)
    let messages = tool.sentMessages
    let terminal = ScriptedTerminal(answers: [.line(ToolHarness.number)])
    #expect(tool.run("mfa", "enroll", "sms", terminal: terminal).status == 9)
    #expect(tool.sentMessages == messages)
  }

  // MARK: - At a terminal it leads through what is missing

  private static let askApp = "6-digit code of the app: "

  @Test func aPersonProvesTheAddressAndGoesOn() {
    tool.signUp()
    let terminal = LinkReader(tool, answers: [.yes, .link, .shownCode])
    let outcome = tool.run("mfa", "enroll", "sms", ToolHarness.number, terminal: terminal)
    #expect(outcome == .init(0, output: "Enrolled \"+1******0123\" as a second factor of kim@example.com.\n"))
    #expect(
      terminal.transcript.prefix(3) == [
        "Verify the account's address first.", "Mail a link to kim@example.com?",
        "Yes or no? [yes]: ",
      ])
    #expect(
      terminal.transcript.filter { $0 == "Mail sent to kim@example.com." || $0 == "Link from the mail: " }
        == [
          "Mail sent to kim@example.com.", "Link from the mail: ",
        ])
    #expect(tool.run("whoami", "--field", "account.email_verified").output == "true\n")
  }

  @Test func noMailIsSentToWhoSaysNo() {
    tool.signUp()
    let messages = tool.sentMessages
    let terminal = ScriptedTerminal(answers: ["n"])
    #expect(tool.run(totp, terminal: terminal).status == 10)
    #expect(tool.sentMessages == messages)
  }

  @Test func aPersonGivesThePasswordAgainAndGoesOn() {
    tool.signUpVerified()
    tool.clock.advance(301)
    let terminal = ScriptedTerminal(answers: [.line(ToolHarness.password), .failure(.interrupted)])
    #expect(tool.run(totp, terminal: terminal).status == 130)
    #expect(
      terminal.transcript.prefix(4) == [
        "A second factor needs a recent sign-in.", "local server (no project configured)",
        "Type the password of kim@example.com.", "Password: ",
      ])
    #expect(terminal.transcript.suffix(2) == [Self.askApp, "Saved. To finish:\n  usher confirm-code"])
    #expect(tool.run("confirm-code", tool.totpCode()).status == 0)
  }

  @Test func aPersonWhoseSignInIsTooOldForTheServerAloneGoesOnToo() {
    tool.signUpVerified()
    for words in [sms, totp] {
      tool.run("local", "clock", "+10m")
      let terminal = ScriptedTerminal(answers: [.line(ToolHarness.password), .failure(.interrupted)])
      #expect(tool.run(words, terminal: terminal).status == 130)
      #expect(
        terminal.transcript.prefix(4) == [
          "This change needs a recent sign-in.", "local server (no project configured)",
          "Type the password of kim@example.com.", "Password: ",
        ])
      #expect(terminal.transcript.last?.hasPrefix("Saved. To finish:\n  usher confirm-code") == true)
    }
    #expect(tool.run("confirm-code", tool.totpCode(), "--pending", "p3").status == 0)
    #expect(tool.run("confirm-code", tool.code(), "--pending", "p2").status == 0)
  }

  @Test func aPersonWithoutAPasswordIsMailedALinkAndGoesOn() {
    tool.signInByLink()
    tool.clock.advance(301)
    let terminal = LinkReader(tool, answers: [.link, .interruption])
    #expect(tool.run(totp, terminal: terminal).status == 130)
    #expect(terminal.transcript.contains("Mail sent to kim@example.com."))
    #expect(terminal.transcript.last == "Saved. To finish:\n  usher confirm-code")
    #expect(tool.run("confirm-code", tool.totpCode()).status == 0)
  }

  @Test func aPersonSignedInByPhoneProvesItByPasswordAndGoesOn() {
    tool.signUpVerified()
    tool.run("link", "phone", ToolHarness.number)
    tool.run("confirm-code", tool.code())
    tool.run("signout")
    tool.clock.advance(60)
    tool.signIn()
    let terminal = ScriptedTerminal(answers: ["1", .line(ToolHarness.password), .failure(.interrupted)])
    #expect(tool.run(totp, terminal: terminal).status == 130)
    #expect(
      terminal.transcript.drop { $0 != "How do you want to re-authenticate?" }.prefix(4) == [
        "How do you want to re-authenticate?", "  1) password", "  2) e-mail link", "Which one? [1]: ",
      ])
    #expect(terminal.transcript.last == "Saved. To finish:\n  usher confirm-code")
  }

  @Test func whatNobodyCanMendHereIsAnErrorAtTheTerminalToo() {
    tool.signIn()
    #expect(tool.run(sms, terminal: ScriptedTerminal()).status == 10)
  }
}

/// A terminal at which somebody also reads the mail.
private final class LinkReader: Terminal, @unchecked Sendable {
  enum Answer {
    case yes, link, shownCode, interruption
  }

  private let tool: ToolHarness
  private var answers: [Answer]
  private(set) var transcript: [String] = []

  let isInteractive = true
  let columns: Int? = 80
  let rows: Int? = 24
  func copy(_ text: String) -> Bool { false }

  init(_ tool: ToolHarness, answers: [Answer]) {
    self.tool = tool
    self.answers = answers
  }

  func ask(_ prompt: Text, within limit: Duration?) throws(TerminalError) -> String {
    transcript.append(prompt.english)
    guard !answers.isEmpty else {
      Issue.record("an unexpected question: \(prompt)")
      throw .endOfInput
    }
    switch answers.removeFirst() {
    case .yes: return "y"
    case .link: return tool.link()
    case .shownCode: return tool.code()
    case .interruption: throw .interrupted
    }
  }

  func askSecret(_ prompt: Text, within limit: Duration?) throws(TerminalError) -> String {
    try ask(prompt, within: limit)
  }

  func say(_ text: Text) { transcript.append(text.english) }
  func draw(_ code: QRCode, inColor: Bool) { transcript.append("(QR code)") }
}
