import Dispatch
import LibC
import Synchronization
import Testing

@testable import TerminalIO

/// Serialized: hidden input and noted signals belong to the whole process.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct SystemTerminalTests {
  let pty = PseudoTerminal()
  let interruption = makePipe()
  let terminal: SystemTerminal

  init() {
    terminal = SystemTerminal(
      path: pty.path, streams: [pty.descriptor], interruption: interruption.reading)
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

  @Test func theTerminalsOwnEraseKeyWorks() throws {
    pty.type("12\u{7F}3\n")
    #expect(try terminal.ask("Code: ", within: .seconds(3)) == "13")
  }

  @Test func linesTypedAheadAnswerOnePromptEach() throws {
    pty.type("one\ntwo\n")
    #expect(try terminal.ask("First: ", within: .seconds(3)) == "one")
    #expect(try terminal.ask("Second: ", within: .seconds(3)) == "two")
  }

  @Test func aSecretIsNotShown() throws {
    let echoedWhileAsked = Mutex<Bool?>(nil)
    let person = pty.person { pty in
      pty.screen(endingIn: "Password: ")
      echoedWhileAsked.withLock { $0 = pty.echoes }
      pty.type("correct horse\n")
    }
    #expect(try terminal.askSecret("Password: ", within: .seconds(3)) == "correct horse")
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
    #expect(try terminal.askSecret("Password: ", within: .seconds(3)) == "secret")
    person.wait()
  }

  @Test func endOfInputIsNoAnswer() {
    pty.type("\u{04}")
    #expect(throws: TerminalError.endOfInput) { try terminal.ask("Code: ", within: .seconds(3)) }
    #expect(pty.screen(endingIn: "\n") == "Code: \r\n")
  }

  @Test func endOfInputInMidLineEndsTheLine() throws {
    let person = pty.person { pty in
      pty.screen(endingIn: "Code: ")
      pty.type("654321\u{04}")
      pty.screen(endingIn: "654321")
      pty.type("\u{04}")
    }
    #expect(try terminal.ask("Code: ", within: .seconds(3)) == "654321")
    person.wait()
  }

  @Test func aTerminalThatGoesAwayEndsTheInput() {
    let person = pty.person { pty in
      pty.screen(endingIn: "Code: ")
      pty.hangUp()
    }
    #expect(throws: TerminalError.endOfInput) { try terminal.ask("Code: ", within: .seconds(3)) }
    person.wait()
  }

  @Test func anInterruptionEndsTheWaitAndGivesTheEchoBack() {
    let person = pty.person { [interruption] pty in
      pty.screen(endingIn: "Password: ")
      write(interruption.writing, "!", 1)
    }
    #expect(throws: TerminalError.interrupted) { try terminal.askSecret("Password: ", within: .seconds(3)) }
    person.wait()
    #expect(pty.echoes)
  }

  @Test func aNotedSignalIsAnInterruption() throws {
    Interruption.watch(SIGUSR1)
    let terminal = SystemTerminal(path: pty.path, streams: [])
    let person = pty.person { pty in
      pty.screen(endingIn: "Code: ")
      kill(getpid(), SIGUSR1)
    }
    #expect(throws: TerminalError.interrupted) { try terminal.ask("Code: ", within: .seconds(3)) }
    person.wait()
    #expect(Interruption.signal == SIGUSR1)
    // It stands until it is forgotten, so that one Ctrl-C is enough however many prompts follow.
    #expect(throws: TerminalError.interrupted) { try terminal.ask("Code: ", within: .seconds(3)) }
    Interruption.forget()
    #expect(Interruption.signal == nil)
    pty.type("654321\n")
    #expect(try terminal.ask("Code: ", within: .seconds(3)) == "654321")
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
    pty.type(long + "\n")
    #expect(try terminal.ask("Link: ", within: .seconds(3)) == long)
  }

  @Test func aLineWhoseEndTheTerminalDroppedIsRefused() {
    pty.type(String(repeating: "a", count: 5000) + "\n")
    #expect(throws: TerminalError.lineTooLong) { try terminal.ask("Link: ", within: .seconds(3)) }
  }

  @Test func bytesThatAreNotTextAreRefused() {
    pty.type([0x70, 0xFF, 0x71, 0x0A])
    #expect(throws: TerminalError.notText) { try terminal.ask("Name: ", within: .seconds(3)) }
  }

  @Test func aPasteOfSeveralLinesIsOneAnswer() throws {
    pty.type("\u{1B}[200~Your code:\n654321\u{1B}[201~\n")
    #expect(try terminal.ask("Code: ", within: .seconds(3)) == "Your code: 654321")
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

  @Test func itsWidthIsTheWindows() {
    let window = PseudoTerminal(columns: 47)
    #expect(SystemTerminal(path: window.path, streams: [], interruption: -1).columns == 47)
    #expect(terminal.columns == nil)
    #expect(SystemTerminal(path: "/dev/null", streams: [], interruption: -1).columns == nil)
  }

  @Test func aQRCodeIsDrawnAsItIs() throws {
    let code = try QRCode("x")
    terminal.draw(code, inColor: true)
    terminal.say("done")
    let lines = code.halfBlocks(inColor: true) + ["done"]
    #expect(pty.screen(endingIn: "done\r\n") == lines.map { $0 + "\r\n" }.joined())
  }
}
