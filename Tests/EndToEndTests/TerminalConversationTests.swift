import LibC
import Testing

/// `verify-phone` at a real terminal.
@Suite struct TerminalConversationTests {
  private let usher = Usher()
  private let terminal: PseudoTerminal
  private static let codePrompt = "6-digit code: "

  init() throws {
    terminal = try PseudoTerminal()
  }

  /// Starts a command as a shell at the terminal would.
  private func start(_ words: String..., output: Launch.Stream = .nothing) -> RunningProgram {
    var launch = usher.launch(words)
    (launch.terminal, launch.output, launch.errors) = (terminal, output, .nothing)
    return launch.start()
  }

  /// The code that the embedded server says it sent.
  private func spokenCode(in screen: String) throws -> String {
    let sentence = try #require(screen.firstRange(of: "(local server, no phone rings: the code is "))
    return String(screen[sentence.upperBound...].prefix(6))
  }

  private func isNotTheCode(_ code: String) -> String { code == "111111" ? "222222" : "111111" }

  @Test func aPersonIsAskedForNumberAndCodeAndIsSignedIn() throws {
    let program = start("verify-phone")
    try terminal.screen(upTo: "Phone number: ")
    terminal.type("6505550123\n")
    try terminal.screen(upTo: "The phone number has no country code.")
    try terminal.screen(upTo: "Phone number: ")
    terminal.type("+1 650-555-0123\n")
    let announced = try terminal.screen(upTo: Self.codePrompt)
    #expect(announced.contains("Code sent to +16505550123. You can ask for another after "))
    let code = try spokenCode(in: announced)

    terminal.type(isNotTheCode(code) + "\n")
    #expect(try terminal.screen(upTo: Self.codePrompt).contains("That code is not right; 4 tries are left."))
    terminal.type("12345\n")
    #expect(try terminal.screen(upTo: Self.codePrompt).contains("5 digits, not six"))
    terminal.type("r\n")
    let early = try terminal.screen(upTo: Self.codePrompt)
    #expect(early.contains("A code was sent a moment ago; you can get another in "))
    #expect(!early.contains("the code is"))
    terminal.type(code + "\n")
    try terminal.screen(upTo: "Signed in as +16505550123 (uid ")
    #expect(program.wait().status == 0)
    #expect(usher.run("whoami", "--field", "account.phone").line == "+16505550123")
  }

  @Test func theNumberMayBeGivenAndOneCodeServesBothTries() throws {
    let first = start("verify-phone", "+16505550123")
    let code = try spokenCode(in: terminal.screen(upTo: Self.codePrompt))
    terminal.type("\u{04}")
    #expect(first.wait().status == 66)
    #expect(terminal.rest.contains("\u{1B}[1;31merror:\u{1B}[0m the input ended"))

    let second = start("verify-phone", "+16505550123")
    let announced = try terminal.screen(upTo: Self.codePrompt)
    #expect(announced.contains("A code was sent to +16505550123 a moment ago, and it still works."))
    #expect(try spokenCode(in: announced) == code)
    terminal.type(code + "\n")
    #expect(second.wait().status == 0)
  }

  @Test func controlCKeepsTheStepAndSaysHowToResume() throws {
    let before = terminal.modes
    let program = start("verify-phone", "+16505550123")
    let code = try spokenCode(in: terminal.screen(upTo: Self.codePrompt))
    terminal.type("\u{03}")
    let ending = program.wait()
    #expect(ending.signal == SIGINT)
    #expect(terminal.rest.contains("Saved. To finish:\r\n  usher confirm-code\r\n"))
    #expect(terminal.modes == before)
    #expect(usher.run("confirm-code", code, "--quiet") == .silence)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT])
  func otherSignalsEndThePromptInTheSameWay(signal: Int32) throws {
    let before = terminal.modes
    let program = start("verify-phone", "+16505553434")
    try terminal.screen(upTo: Self.codePrompt)
    program.send(signal)
    #expect(program.wait().signal == signal)
    #expect(terminal.modes == before)
    #expect(usher.run("confirm-code", "654321").status == 0)
  }

  @Test func controlCBeforeTheNumberLeavesNothing() throws {
    let program = start("verify-phone")
    try terminal.screen(upTo: "Phone number: ")
    terminal.type("\u{03}")
    #expect(program.wait().signal == SIGINT)
    #expect(usher.run("pending", "list", "--field", "pending[]").line == "")
  }

  @Test func promptsDoNotGoIntoThePipe() throws {
    let program = start("verify-phone", "+16505553434", output: .captured)
    try terminal.screen(upTo: Self.codePrompt)
    terminal.type("654321\n")
    let ending = program.wait()
    #expect(ending.status == 0)
    #expect(ending.output.hasPrefix("Signed in as +16505553434 (uid "))
    #expect(ending.output.split(separator: "\n").count == 1)
  }

  @Test(arguments: [["--no-input"], ["--json"], ["--no-wait"], ["--field", "pending.id"]])
  func nobodyIsAskedWhereThatWasRuledOut(options: [String]) throws {
    var launch = usher.launch(["verify-phone", "+16505553434"] + options)
    launch.terminal = terminal
    #expect(launch.run().status == 0)
    #expect(!terminal.rest.contains("6-digit"))
    launch = usher.launch(["verify-phone"] + options.filter { $0 != "--no-wait" } + ["--no-input"])
    launch.terminal = terminal
    #expect(launch.run().status == 64)
  }

  @Test func nobodyIsAskedInContinuousIntegration() throws {
    var usher = usher
    usher.environment["CI"] = "true"
    var launch = usher.launch("verify-phone", "--endpoint", "local")
    launch.terminal = terminal
    #expect(launch.run().status == 64)
  }

  @Test func confirmCodeAsksWhereNoneWasGiven() throws {
    usher.run("verify-phone", "+16505553434", "--json")
    let program = start("confirm-code")
    try terminal.screen(upTo: Self.codePrompt)
    terminal.type("Your code is 654321.\n")
    #expect(program.wait().status == 0)
  }

  @Test func patienceHasALimitAndTheStepIsKept() throws {
    let program = start("verify-phone", "+16505553434", "--wait-limit", "1s")
    #expect(program.wait().status == 75)
    #expect(usher.run("confirm-code", "654321").status == 0)
  }

  @Test func aSecondOpinionBeforeEverythingIsForgotten() throws {
    try usher.signIn()
    let declined = start("local", "reset")
    try terminal.screen(upTo: "Yes or no? [no]: ")
    terminal.type("n\n")
    #expect(declined.wait().status == 1)
    #expect(usher.run("token", "--refresh", "--quiet").status == 0)
  }
}

extension Ending {
  static let silence = Ending(status: 0, signal: nil, output: "", errors: "")
}
