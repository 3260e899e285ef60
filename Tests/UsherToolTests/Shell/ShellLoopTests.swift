import CommandKit
import LibC
import TerminalIO
import TestSupport
import Testing

@testable import UsherTool

/// The loop, at a terminal whose lines are written down beforehand.
@Suite struct ShellLoopTests {
  private let tool = ToolHarness()
  private static let greeting = "usher \(Release.version): type help for the commands, and exit to leave.\n"
  private static let signedOut = "not signed in (local) usher> "

  private func shell(
    _ answers: ScriptedTerminal.Answer..., options: [String] = ["--quiet"]
  ) -> (outcome: ToolHarness.Outcome, terminal: ScriptedTerminal) {
    let terminal = ScriptedTerminal(answers: answers)
    return (tool.run(["shell"] + options, terminal: terminal), terminal)
  }

  private func prompts(_ terminal: ScriptedTerminal) -> [String] {
    terminal.events.compactMap { event in
      if case .askedCommand(let prompt, _) = event { prompt } else { nil }
    }
  }

  private func history(_ terminal: ScriptedTerminal) -> [String] {
    guard case .askedCommand(_, let history) = terminal.events.last else { return [] }
    return history
  }

  // MARK: - Lines

  @Test func aLineIsACommandWithOrWithoutTheToolsName() {
    let (outcome, terminal) = shell("version", "usher  version # once more", "", "  # nothing", "exit")
    #expect(outcome == .init(0, output: "usher \(Release.version)\nusher \(Release.version)\n"))
    #expect(prompts(terminal) == Array(repeating: Self.signedOut, count: 5))
  }

  @Test func itSaysHowToLeave() {
    #expect(shell("quit", options: []).outcome == .init(0, errors: Self.greeting))
  }

  @Test(arguments: ["exit", "quit", "usher exit", "exit 0"])
  func aWordLeaves(word: String) {
    #expect(shell(.line(word)).outcome == .init(0))
  }

  @Test func controlDLeaves() {
    #expect(shell(.failure(.endOfInput)).outcome == .init(0))
  }

  @Test func controlCDropsTheLine() {
    let (outcome, terminal) = shell(.failure(.interrupted), "version", "exit")
    #expect(outcome == .init(0, output: "usher \(Release.version)\n"))
    #expect(prompts(terminal).count == 3)
  }

  @Test func aLineThatIsNoTextIsSaidAndTheLoopGoesOn() {
    let (outcome, terminal) = shell(.failure(.notText), "exit")
    #expect(outcome.status == 0)
    #expect(terminal.events.contains(.said("The text that you typed is not UTF-8.")))
  }

  @Test func aTerminalThatFailsEndsIt() {
    #expect(
      shell(.failure(.io(reason: "gone"))).outcome
        == .init(74, errors: "error: the terminal failed (gone)\n"))
  }

  @Test func aFailureIsToldAndTheLoopGoesOn() {
    let (outcome, terminal) = shell("whoami", "nonsense", "", "version", "exit")
    #expect(
      outcome.errors.hasPrefix("error: no user is signed in") && outcome.errors.contains("unknown command"))
    #expect(prompts(terminal) == Array(repeating: Self.signedOut, count: 5))
  }

  @Test func helpIsThere() {
    let help = tool.run("help", "whoami").output
    #expect(shell("help whoami", "? whoami", "exit").outcome == .init(0, output: help + help))
  }

  @Test(arguments: [
    ("whoami 'x", "error: a quote is not closed: '", "  To use a quote as a character, write \\ before it."),
    (
      "whoami \\", "error: nothing follows the \\ at the end", "  see the commands:  usher --help"
    ),
    (
      "token | pbcopy", "error: '|' has no meaning here: usher's shell runs only usher's commands",
      "  Leave the shell with exit to use pipes and files, or put the word in quotes."
    ),
    (
      "whoami; token", "error: ';' has no meaning here: usher's shell runs only usher's commands",
      "  Type each command on a line of its own, or put the word in quotes."
    ),
  ])
  func aLineThatIsNotWholeRunsNothing(line: String, error: String, hint: String) {
    let (outcome, terminal) = shell(.line(line), "exit")
    #expect(
      outcome == .init(0, errors: "\(error)\n\(hint)\n"))
    #expect(prompts(terminal).last == Self.signedOut)
  }

  @Test func aShellInAShellIsRefused() {
    #expect(
      shell("shell", "exit").outcome.errors
        == "error: this is already usher's shell\nusage: usher shell [options]\n  To leave it, type exit.\n")
  }

  // MARK: - Accounts and options

  @Test func severalUsersSignInOneAfterTheOther() throws {
    let (outcome, terminal) = shell(
      "verify-phone +16505550101", .shownCode, "verify-phone +16505550102 --as bob", .shownCode,
      "session use bob", "exit")
    #expect(outcome.status == 0)
    #expect(
      prompts(terminal) == [
        Self.signedOut, "+16505550101 (local) usher> ", "+16505550101 (local) usher> ",
        "+16505... (local, bob) usher> ",
      ])
    #expect(tool.run("whoami", "--as", "default", "--field", "account.phone").lines == ["+16505550101"])
  }

  @Test func optionsOfTheShellHoldUnlessTheLineSaysOtherwise() {
    tool.signIn("+16505550101")
    tool.signIn("+16505550102", as: "bob")
    let (outcome, terminal) = shell(
      "whoami --field account.phone", "whoami --as default --field account.phone", "exit",
      options: ["--as", "bob", "--endpoint", "local", "--quiet"])
    #expect(outcome == .init(0, output: "+16505550102\n+16505550101\n"))
    #expect(prompts(terminal)[0] == "+16505... (local, bob) usher> ")
  }

  @Test(arguments: Tool.commands.description.globals.filter { !["help", "version"].contains($0.name) })
  func everyGlobalOptionHolds(option: ArgumentDescription) {
    let values = ["language": "es", "timeout": "9s", "wait-limit": "9s", "color": "never"]
    let words = [option.spelling] + (option.kind == .flag ? [] : [values[option.name] ?? "x"])
    let given = Tool.commands.parse(["shell"] + words).globals
    #expect("\(given)" != "\(GlobalOptions())")
    #expect("\(GlobalOptions().over(given))" == "\(given)")
    #expect("\(given.over(GlobalOptions()))" == "\(given)")
  }

  @Test func aLineThatNamesAPlaceMeansNoneOfTheShells() {
    func globals(_ words: String...) -> GlobalOptions { Tool.commands.parse(["whoami"] + words).globals }
    let standing = globals(
      "-p", "work", "--endpoint", "local", "-P", "demo-a", "--tenant", "t", "--as", "bob")
    let elsewhere = globals("-p", "other", "--quiet").over(standing)
    #expect("\(elsewhere)" == "\(globals("-p", "other", "--quiet", "--as", "bob"))")
    let project = globals("-P", "demo-b").over(standing)
    #expect(
      "\(project)"
        == "\(globals("-p", "work", "--endpoint", "local", "-P", "demo-b", "--tenant", "t", "--as", "bob"))")
  }

  // MARK: - Nobody to type

  @Test(arguments: [["--json"], ["--no-input"], ["--field", "x"]])
  func whereNobodyIsAskedThereIsNoShell(options: [String]) {
    let terminal = ScriptedTerminal()
    let outcome = tool.run(["shell"] + options, terminal: terminal)
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(terminal.events == [])
  }

  @Test(arguments: ["CI", "USHER_NO_INPUT"])
  func norIsThereOneInContinuousIntegration(variable: String) {
    tool.environment[variable] = "true"
    #expect(tool.run("shell", terminal: ScriptedTerminal()).status == 64)
  }

  @Test func withoutATerminalThereIsNoShell() {
    #expect(
      tool.run("shell")
        == .init(
          64,
          errors: """
            error: shell needs a terminal, and nothing that forbids questions
            usage: usher shell [options]
              In a script, run each command by itself.

            """))
  }

  // MARK: - History

  private static let historyName = "config/history"

  @Test func linesComeBackInThisShellAndTheNext() {
    let (_, first) = shell("version", "version  ", " whoami", "confirm-code 654321", "status", "exit")
    #expect(history(first) == ["version", "status"])
    #expect(tool.folder.text(of: Self.historyName) == "version\nstatus\n")
    #expect(tool.folder.mode(of: Self.historyName) == 0o600)
    #expect(history(shell("exit").terminal) == ["version", "status"])
  }

  @Test func noStoreKeepsThemForThisShellAlone() {
    tool.folder.write("old\n", to: Self.historyName)
    let (_, terminal) = shell("version", "exit", options: ["--quiet", "--no-store"])
    #expect(history(terminal) == ["version"])
    #expect(tool.folder.text(of: Self.historyName) == "old\n")
  }

  @Test func aHistoryThatOthersCanReadIsNotUsedAndTheShellGoesOn() {
    tool.folder.write("old\n", to: Self.historyName, mode: 0o644)
    let (outcome, terminal) = shell("version", "exit", options: [])
    let path = tool.folder.path(of: Self.historyName)
    #expect(
      outcome
        == .init(
          0, output: "usher \(Release.version)\n",
          errors:
            Self.greeting + "warning: the history is not kept: \(path) is not safe to use: "
            + "other users have access to it (mode 0644)\n"))
    #expect(history(terminal) == ["version"])
    #expect(tool.folder.text(of: Self.historyName) == "old\n")
  }

  @Test func answersAreNoLines() {
    let (_, terminal) = shell("verify-phone", "+16505550101", .shownCode, "exit")
    #expect(history(terminal) == ["verify-phone"])
    #expect(tool.folder.text(of: Self.historyName) == "verify-phone\n")
  }
}
