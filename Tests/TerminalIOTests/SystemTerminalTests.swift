import Dispatch
import Essentials
import LibC
import Synchronization
import Testing

@testable import TerminalIO

/// Serialized: hidden input and noted signals belong to the whole process.
@Suite(.serialized, .timeLimit(.minutes(60)))
struct SystemTerminalTests {
  let pty: PseudoTerminal
  let interruption = makePipe()
  let terminal: SystemTerminal

  init() throws {
    pty = try PseudoTerminal()
    terminal = SystemTerminal(
      path: pty.path, streams: [pty.descriptor], interruption: interruption.reading, form: .plain)
  }

  /// The answer of a person who types `keys` as soon as the prompt shows.
  func answer(_ keys: String, at terminal: SystemTerminal? = nil) throws -> String {
    try answer(Array(keys.utf8), at: terminal)
  }

  func answer(_ keys: [UInt8], at terminal: SystemTerminal? = nil) throws -> String {
    let person = pty.person { pty in
      pty.screen(endingIn: "Answer: ")
      pty.type(keys)
    }
    defer { person.wait() }
    return try (terminal ?? self.terminal).ask("Answer: ", within: .seconds(60))
  }

  @Test func aTypedLineIsTheAnswer() throws {
    let person = pty.person { pty in
      pty.screen(endingIn: "Phone number: ")
      pty.type("+16505553434\n")
    }
    #expect(try terminal.ask("Phone number: ", within: nil) == "+16505553434")
    person.wait()
    #expect(pty.screen(endingIn: "\n") == "+16505553434\r\n")
  }

  /// Ctrl-C and Ctrl-Z drop what was typed before them, also what the program has just been told of.
  @Test func nothingLeftToReadIsNotWaitedFor() throws {
    let device = try TerminalDevice(path: pty.path)
    pty.type("1\n")
    let hasInput = device.hasInput(within: .seconds(60))
    tcflush(pty.descriptor, TCIFLUSH)
    let read = try device.read(atMost: 1)
    #expect(hasInput && read == nil)
  }

  @Test func theTerminalsOwnEraseKeyWorks() throws {
    #expect(try answer("12\u{7F}3\n") == "13")
  }

  @Test func whatIsTypedAheadAnswersNothingAndIsGone() throws {
    pty.type("one\ntwo\nthr")
    #expect(try answer("answer\n") == "answer")
    #expect(pty.leftover() == "")
  }

  @Test func aPasteOfSeveralLinesIsOneAnswerAndNothingIsLeft() throws {
    #expect(try answer("Your code:\n654321\n\ntouch file\n") == "Your code: 654321 touch file")
    #expect(pty.leftover() == "")
  }

  @Test func aPasteWithoutAnEndWaitsForEnter() throws {
    let person = pty.person { pty in
      pty.screen(endingIn: "Answer: ")
      pty.type("Your code:\n654321\ntouch file")
      pty.screen(endingIn: "touch file")
      pty.type("!\n")
    }
    #expect(try terminal.ask("Answer: ", within: .seconds(60)) == "Your code: 654321 touch file!")
    person.wait()
    #expect(pty.leftover() == "")
  }

  @Test func aBurstThatIsTooLongForAnAnswerIsRefusedAndGone() {
    let more = String(repeating: "echo and so on\n", count: 80_000)
    #expect(throws: TerminalError.lineTooLong) { try answer("654321\n" + more) }
    #expect(pty.leftover() == "")
  }

  @Test func aSecretIsNotShown() throws {
    let echoedWhileAsked = Mutex<Bool?>(nil)
    let person = pty.person { pty in
      pty.screen(endingIn: "Password: ")
      echoedWhileAsked.withLock { $0 = pty.echoes }
      pty.type("correct horse\n")
    }
    #expect(try terminal.askSecret("Password: ", within: .seconds(60)) == "correct horse")
    person.wait()
    #expect(echoedWhileAsked.withLock { $0 } == false)
    #expect(pty.echoes)
    #expect(pty.screen(endingIn: "\n") == "\r\n")
  }

  @Test func whatIsTypedBeforeASecretIsAskedForIsNotTakenForIt() throws {
    pty.type("typed ahead\n")
    pty.screen(endingIn: "typed ahead\r\n")
    let person = pty.person { pty in
      pty.screen(endingIn: "Password: ")
      pty.type("secret\n")
    }
    #expect(try terminal.askSecret("Password: ", within: .seconds(60)) == "secret")
    person.wait()
  }

  @Test func endOfInputIsNoAnswer() {
    #expect(throws: TerminalError.endOfInput) { try answer("\u{04}") }
    #expect(pty.screen(endingIn: "\n") == "\r\n")
  }

  @Test func endOfInputInMidLineEndsTheLine() throws {
    let person = pty.person { pty in
      pty.screen(endingIn: "Code: ")
      pty.type("654321\u{04}")
      pty.screen(endingIn: "654321")
      pty.type("\u{04}")
    }
    #expect(try terminal.ask("Code: ", within: .seconds(60)) == "654321")
    person.wait()
  }

  @Test func aTerminalThatGoesAwayEndsTheInput() {
    let person = pty.person { pty in
      pty.screen(endingIn: "Code: ")
      pty.hangUp()
    }
    #expect(throws: TerminalError.endOfInput) { try terminal.ask("Code: ", within: .seconds(60)) }
    person.wait()
  }

  @Test func anInterruptionEndsTheWaitAndGivesTheEchoBack() {
    let person = pty.person { [interruption] pty in
      pty.screen(endingIn: "Password: ")
      write(interruption.writing, "!", 1)
    }
    #expect(throws: TerminalError.interrupted) { try terminal.askSecret("Password: ", within: .seconds(60)) }
    person.wait()
    #expect(pty.echoes)
  }

  @Test func whatComesFromElsewhereMakesAnAnswerNeedless() throws {
    let elsewhere = makePipe()
    func answer(_ keys: String) throws -> String? {
      let person = pty.person { pty in
        pty.screen(endingIn: "Address: ")
        pty.type(keys)
        if !keys.hasSuffix("\n") {
          pty.screen(endingIn: keys)
          write(elsewhere.writing, "!", 1)
        }
      }
      defer { person.wait() }
      return try terminal.ask("Address: ", within: .seconds(60), unlessReadable: elsewhere.reading)
    }
    #expect(try answer("http://a\n") == "http://a")
    #expect(try answer("half an addr") == nil)
    // What was half typed reaches no shell, and the terminal is as it was.
    #expect(pty.leftover() == "")
    #expect(pty.echoes)
  }

  @Test func aNotedSignalIsAnInterruption() throws {
    Interruption.watch(SIGUSR1)
    let terminal = SystemTerminal(path: pty.path, streams: [], form: .plain)
    let person = pty.person { pty in
      pty.screen(endingIn: "Code: ")
      kill(getpid(), SIGUSR1)
    }
    #expect(throws: TerminalError.interrupted) { try terminal.ask("Code: ", within: .seconds(60)) }
    person.wait()
    #expect(Interruption.signal == SIGUSR1)
    // It stands until it is forgotten, so that one Ctrl-C is enough however many prompts follow.
    #expect(throws: TerminalError.interrupted) { try terminal.ask("Code: ", within: .seconds(60)) }
    Interruption.forget()
    #expect(Interruption.signal == nil)
    pty.screen(endingIn: "\r\n")
    #expect(try answer("654321\n", at: terminal) == "654321")
  }

  @Test func aSignalThatIsIgnoredFromTheStartStaysIgnored() {
    signal(SIGUSR2, SIG_IGN)
    defer { signal(SIGUSR2, SIG_DFL) }
    Interruption.watch(SIGUSR2)
    kill(getpid(), SIGUSR2)
    #expect(Interruption.signal == nil)
  }

  @Test func waitingHasALimit() {
    #expect(throws: TerminalError.timedOut) { try terminal.ask("Code: ", within: .milliseconds(30)) }
    #expect(throws: TerminalError.timedOut) { try terminal.askSecret("Code: ", within: .milliseconds(30)) }
    #expect(throws: TerminalError.timedOut) { try terminal.ask("Code: ", within: .zero) }
    #expect(pty.echoes)
  }

  @Test func aLongLineIsWhole() throws {
    let long = String(repeating: "a", count: 4094)
    #expect(try answer(long + "\n") == long)
  }

  @Test func aLineWhoseEndTheTerminalDroppedIsRefused() {
    let long = String(repeating: "a", count: 5000)
    #expect(throws: TerminalError.lineTooLong) { try answer(long + "\n") }
  }

  @Test func bytesThatAreNotTextAreRefused() {
    #expect(throws: TerminalError.notText) { try answer([0x70, 0xFF, 0x71, 0x0A]) }
  }

  @Test func aPasteOfSeveralLinesIsOneAnswer() throws {
    #expect(try answer("\u{1B}[200~Your code:\n654321\u{1B}[201~\n") == "Your code: 654321")
  }

  @Test func aPlainPromptSendsNothingButText() throws {
    #expect(try answer("654321\n") == "654321")
    #expect(pty.rest() == "654321\r\n")
  }

  @Test func hostileTextReachesNoScreen() {
    terminal.say("Hello \u{1B}]0;title\u{07}\u{202E}world\nsecond line")
    #expect(pty.screen(endingIn: "line\r\n") == "Hello ]0;titleworld\r\nsecond line\r\n")
  }

  @Test func onlyATerminalIsAskedAt() {
    let notATerminal = SystemTerminal(path: "/dev/null", streams: [], interruption: -1)
    #expect(throws: TerminalError.notATerminal) { try notATerminal.ask("Code: ", within: nil) }
    #expect(throws: TerminalError.notATerminal) { try notATerminal.askSecret("Code: ", within: nil) }
    #expect(!notATerminal.isInteractive)
    let missing = SystemTerminal(path: "/dev/no-such-terminal", streams: [], interruption: -1)
    #expect(throws: TerminalError.notATerminal) { try missing.ask("Code: ", within: nil) }
  }

  @Test func itIsInteractiveWhenTheStreamsAreTerminalsToo() {
    #expect(terminal.isInteractive)
    let piped = SystemTerminal(
      path: pty.path, streams: [pty.descriptor, interruption.writing], interruption: -1)
    #expect(!piped.isInteractive)
  }

  @Test func itsSizeIsTheWindows() throws {
    func size(_ path: String) -> [Int?] {
      let terminal = SystemTerminal(path: path, streams: [], interruption: -1)
      return [terminal.columns, terminal.rows]
    }
    let window = try PseudoTerminal(columns: 47)
    #expect(size(window.path) == [47, 24])
    #expect(size(pty.path) == [nil, nil])
    #expect(size("/dev/null") == [nil, nil])
  }

  @Test func aTextIsCopiedByASequenceThatHoldsNoneOfItsCharacters() {
    #expect(terminal.copy("a\u{07}\n"))
    #expect(pty.screen(endingIn: "\u{07}") == "\u{1B}]52;c;YQcK\u{07}")
    #expect(!SystemTerminal(path: "/dev/no-such-terminal", streams: [], interruption: -1).copy("x"))
  }

  @Test func aQRCodeIsDrawnAsItIs() throws {
    let code = try QRCode("x")
    terminal.draw(code, inColor: true)
    terminal.say("done")
    let lines = code.halfBlocks(inColor: true) + ["done"]
    #expect(pty.screen(endingIn: "done\r\n") == lines.map { $0 + "\r\n" }.joined())
  }
}
