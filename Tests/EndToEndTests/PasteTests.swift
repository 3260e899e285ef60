import LibC
import TestSupport
import Testing

/// What is pasted at a prompt was written by somebody else; a shell waits behind it.
@Suite struct PasteTests {
  private let usher = Usher()
  private let terminal: PseudoTerminal
  private static let codePrompt = "6-digit code: "

  init() throws {
    terminal = try PseudoTerminal()
  }

  private enum Message {
    static let sms = "Your code is 654321\rtouch pasted\r"
    static let mail =
      "Subject: Your code is 654321\r" + String(repeating: "touch pasted\r", count: 600) + "\r-- \rThe team\r"
  }

  /// An interactive shell in the home, at whose prompt `usher` is the binary.
  private func shell(terminalType: String) throws -> RunningProgram {
    var launch = usher.shellLaunch("PS1='shell> ' exec sh -i", shell: "sh")
    launch.environment["TERM"] = terminalType
    (launch.terminal, launch.output, launch.errors) = (terminal, .nothing, .nothing)
    let shell = launch.start()
    try terminal.screen(upTo: "shell> ")
    return shell
  }

  @Test(arguments: [Message.sms, Message.mail], ["xterm", "dumb"])
  func theLaterLinesOfAPastedMessageDoNotReachTheShell(message: String, terminalType: String) throws {
    let before = terminal.modes
    let shell = try shell(terminalType: terminalType)
    terminal.type("usher verify-phone +16505553434\r")
    try terminal.screen(upTo: Self.codePrompt)
    terminal.type(terminalType == "dumb" ? message : "\u{1B}[200~\(message)\u{1B}[201~\r")
    try terminal.screen(upTo: "Signed in as +16505553434")
    try terminal.screen(upTo: "shell> ")
    terminal.type("exit\r")
    #expect(shell.wait().status == 0)
    #expect(access(usher.home.path + "/pasted", F_OK) != 0)
    #expect(terminal.modes == before)
  }

  @Test(arguments: ["\u{03}", "\u{04}", "\u{1A}"])
  func norDoTheyWhenThePromptIsLeft(key: String) throws {
    let shell = try shell(terminalType: "xterm")
    terminal.type("usher verify-phone +16505553434\r")
    try terminal.screen(upTo: Self.codePrompt)
    terminal.type(key + "touch pasted\r")
    try terminal.screen(upTo: "shell> ")
    // Twice: the first may only warn of a job that is stopped.
    terminal.type("kill -KILL %1; exit\rexit\r")
    shell.wait()
    #expect(access(usher.home.path + "/pasted", F_OK) != 0)
  }

  @Test(arguments: ["xterm", "dumb"])
  func aStoppedPromptIsShownAgain(terminalType: String) throws {
    let shell = try shell(terminalType: terminalType)
    terminal.type("usher verify-phone +16505553434\r")
    try terminal.screen(upTo: Self.codePrompt)
    terminal.type("654")
    try terminal.screen(upTo: "654")
    terminal.type("\u{1A}")
    try terminal.screen(upTo: "shell> ")
    #expect(terminal.showsLines)
    terminal.type("fg\r")
    try terminal.screen(upTo: Self.codePrompt)
    // What was typed is kept where it can still be seen.
    terminal.type(terminalType == "dumb" ? "654321\r" : "321\r")
    try terminal.screen(upTo: "Signed in as +16505553434")
    try terminal.screen(upTo: "shell> ")
    terminal.type("exit\r")
    #expect(shell.wait().status == 0)
  }

  @Test func aStoppedPromptThatTheShellEndsLeavesTheTerminalAlone() throws {
    let before = terminal.modes
    let shell = try shell(terminalType: "xterm")
    terminal.type("usher verify-phone +16505553434\r")
    try terminal.screen(upTo: Self.codePrompt)
    terminal.type("\u{1A}")
    try terminal.screen(upTo: "shell> ")
    terminal.type("kill %1; kill -CONT %1\r")
    try terminal.screen(upTo: "Saved. To finish:\r\n  usher confirm-code")
    terminal.type("exit\rexit\r")
    #expect(shell.wait().signal == nil)
    #expect(terminal.modes == before)
  }
}
