import LibC
import TestSupport
import Testing

/// `usher shell` at a real terminal.
@Suite struct ShellTests {
  private let usher = Usher()
  private let terminal: PseudoTerminal

  init() throws { terminal = try PseudoTerminal() }

  private static let prompt = "not signed in (local) usher> "
  private static let codePrompt = "6-digit code: "

  /// A shell at whose first prompt nothing was typed yet.
  private func shell(
    _ options: String..., terminalType: String = "xterm", prompt: String = prompt
  ) throws -> RunningProgram {
    var launch = usher.launch(["shell"] + options)
    launch.environment["TERM"] = terminalType
    (launch.terminal, launch.output, launch.errors) = (terminal, .nothing, .nothing)
    let shell = launch.start()
    try terminal.screen(upTo: prompt)
    return shell
  }

  private func leave(_ shell: RunningProgram, by key: String = "\u{04}") {
    terminal.type(key)
    #expect(shell.wait() == Ending(status: 0, signal: nil, output: "", errors: ""))
  }

  /// Types the code that `number` was sent.
  private func typeCode(of number: String) throws {
    try terminal.screen(upTo: Self.codePrompt)
    terminal.type(usher.code(for: number) + "\r")
  }

  private var history: [String] { usher.home.lines(of: "config/history") }

  @Test(arguments: ["xterm", "dumb"])
  func usersSignInOneAfterTheOther(terminalType: String) throws {
    let before = terminal.modes
    let shell = try shell(terminalType: terminalType)
    terminal.type("verify-phone +16505550101\r")
    try typeCode(of: "+16505550101")
    try terminal.screen(upTo: "+16505550101 (local) usher> ")
    terminal.type("verify-phone +16505550102 --as bob\r")
    try typeCode(of: "+16505550102")
    try terminal.screen(upTo: "+16505550101 (local) usher> ")
    terminal.type("session use bob\r")
    try terminal.screen(upTo: "+16505... (local, bob) usher> ")
    terminal.type("usher signout --all\r")
    try terminal.screen(upTo: Self.prompt)
    leave(shell)
    #expect(terminal.modes == before)
    #expect(
      history == [
        "verify-phone +16505550101", "verify-phone +16505550102 --as bob", "session use bob",
        "usher signout --all",
      ])
  }

  @Test func earlierLinesComeBackAlsoThoseOfAnotherShell() throws {
    let first = try shell()
    terminal.type("version\r")
    try terminal.screen(upTo: Self.prompt)
    leave(first, by: "exit\r")
    let second = try shell()
    terminal.type("\u{1B}[A --json\r")
    try terminal.screen(upTo: #""command":"version""#)
    try terminal.screen(upTo: Self.prompt)
    leave(second, by: "quit\r")
    #expect(history == ["version", "version --json"])
  }

  @Test func secretsComeBackNowhere() throws {
    let shell = try shell("--endpoint", "local")
    let secrets = [
      "654321", "confirm-code 654321", "confirm-cod G-654321",
      "https://acme.example/?mode=signIn&oobCode=abc",
      "complete-link https://acme.example/?oobCode=abc", "signin password --password hunter2",
      "token eyJhbGciOiJub25lIn0.e30.", " whoami",
    ]
    for line in secrets {
      terminal.type("\u{1B}[200~\(line)\u{1B}[201~\r")
      try terminal.screen(upTo: Self.prompt)
    }
    terminal.type("\u{1B}[A\u{1B}[Aversion\r")
    try terminal.screen(upTo: Self.prompt)
    leave(shell)
    #expect(history == ["version"])
  }

  @Test func controlCDropsALineAndEndsACommandButNotTheShell() throws {
    let before = terminal.modes
    let shell = try shell()
    terminal.type("signout --all")
    try terminal.screen(upTo: "--all")
    terminal.type("\u{03}")
    try terminal.screen(upTo: Self.prompt)
    terminal.type("verify-phone +16505553434\r")
    try terminal.screen(upTo: Self.codePrompt)
    terminal.type("\u{03}")
    try terminal.screen(upTo: "Saved. To finish:\r\n  usher confirm-code\r\n")
    try terminal.screen(upTo: "usher> ")
    terminal.type("confirm-code 654321\r")
    try terminal.screen(upTo: "+16505553434 (local) usher> ")
    leave(shell)
    #expect(terminal.modes == before)
    #expect(history == ["verify-phone +16505553434"])
  }

  @Test func aServerRunsUntilControlC() throws {
    let shell = try shell()
    terminal.type("serve --port 0\r")
    try terminal.screen(upTo: "For SDKs, and for usher in another terminal")
    terminal.type("\u{03}")
    try terminal.screen(upTo: Self.prompt)
    terminal.type("version\r")
    try terminal.screen(upTo: Self.prompt)
    leave(shell)
  }

  @Test func aProgramHasTheTerminal() throws {
    try usher.signIn()
    let shell = try shell(prompt: "+16505553434 (local) usher> ")
    terminal.type("exec -- sh -c 'echo up; cat; exit 9'\r")
    try terminal.screen(upTo: "up\r\n")
    terminal.type("one\r")
    try terminal.screen(upTo: "one\r\none\r\n")
    terminal.type("\u{04}")
    try terminal.screen(upTo: "usher> ")
    terminal.type("exec -- sh -c 'echo up; exec cat'\r")
    try terminal.screen(upTo: "up\r\n")
    terminal.type("two\r")
    try terminal.screen(upTo: "two\r\ntwo\r\n")
    terminal.type("\u{03}")
    try terminal.screen(upTo: "^C\r\n")
    try terminal.screen(upTo: "usher> ")
    leave(shell)
  }

  @Test func aPasteOfSeveralLinesRunsNothingUntilEnter() throws {
    let shell = try shell()
    terminal.type("\u{1B}[200~version\rlocal reset --yes\r\u{1B}[201~")
    try terminal.screen(upTo: "version local reset --yes")
    terminal.type("\u{03}")
    try terminal.screen(upTo: Self.prompt)
    leave(shell)
    #expect(history == [])
  }

  @Test func norDoTheLinesOfOneWithoutMarksRun() throws {
    let shell = try shell()
    terminal.type("version\rconfig set language es\r")
    try terminal.screen(upTo: "config set language es")
    terminal.type("\u{03}")
    try terminal.screen(upTo: Self.prompt)
    leave(shell)
    #expect(history == [])
    #expect(usher.run("config", "get", "language").line != "es")
  }

  @Test func aProgramMayLeaveTheTerminalInAStateOfItsOwn() throws {
    try usher.signIn()
    let before = terminal.modes
    let shell = try shell(prompt: "+16505553434 (local) usher> ")
    terminal.type("exec -- sh -c 'stty raw -echo; exit 3'\r")
    try terminal.screen(upTo: "usher> ")
    leave(shell)
    #expect(terminal.modes == before)
  }

  @Test func aSignalToTheShellReachesItBesideItsProgram() throws {
    try usher.signIn()
    let shell = try shell(prompt: "+16505553434 (local) usher> ")
    terminal.type("exec -- sh -c 'echo up; exec sleep 3600'\r")
    try terminal.screen(upTo: "up\r\n")
    shell.send(SIGTERM)
    #expect(shell.wait().signal == SIGTERM)
  }

  @Test func tabCompletes() throws {
    let shell = try shell()
    terminal.type("vers\t--js\t\r")
    try terminal.screen(upTo: #""command":"version""#)
    try terminal.screen(upTo: Self.prompt)
    terminal.type("sign\t")
    try terminal.screen(upTo: "signup")
    try terminal.screen(upTo: "usher> sign")
    terminal.type("out --all\r")
    try terminal.screen(upTo: Self.prompt)
    leave(shell)
    #expect(history == ["version --json", "signout --all"])
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT])
  func otherSignalsEndTheShell(signal: Int32) throws {
    let before = terminal.modes
    let shell = try shell()
    terminal.type("half a line")
    try terminal.screen(upTo: "half a line")
    shell.send(signal)
    #expect(shell.wait().signal == signal)
    #expect(terminal.modes == before)
  }

  @Test func aStoppedShellComesBackWithItsLine() throws {
    var launch = usher.shellLaunch("PS1='sh> ' exec sh -i", shell: "sh")
    launch.environment["TERM"] = "xterm"
    (launch.terminal, launch.output, launch.errors) = (terminal, .nothing, .nothing)
    let outer = launch.start()
    try terminal.screen(upTo: "sh> ")
    terminal.type("usher shell\r")
    try terminal.screen(upTo: Self.prompt)
    terminal.type("vers")
    try terminal.screen(upTo: "vers")
    terminal.type("\u{1A}")
    try terminal.screen(upTo: "sh> ")
    #expect(terminal.showsLines)
    terminal.type("fg\r")
    try terminal.screen(upTo: Self.prompt + "vers")
    terminal.type("ion --json\r")
    try terminal.screen(upTo: #""command":"version""#)
    try terminal.screen(upTo: Self.prompt)
    terminal.type("exit\r")
    try terminal.screen(upTo: "sh> ")
    terminal.type("exit\r")
    #expect(outer.wait().status == 0)
  }

  @Test func withoutATerminalThereIsNone() {
    let ending = usher.run("shell", input: "version\n")
    #expect(ending.status == 64 && ending.output == "")
    #expect(ending.errors.contains("  In a script, run each command by itself."))
  }
}

extension TemporaryFolder {
  fileprivate func lines(of name: String) -> [String] {
    (text(of: name) ?? "").split(separator: "\n").map(String.init)
  }
}
