import Essentials
import IdentityToolkit
import TerminalIO
import TestSupport
import Testing

struct LocalResetTests {
  let tool = ToolHarness()
  private let question = ScriptedTerminal.Event.said(
    "Delete every account of demo-usher at the local server?")
  private let prompt = ScriptedTerminal.Event.asked("Yes or no? [no]: ", within: .seconds(600))

  init() {
    tool.signIn()
    tool.run("local", "test-number", "add", "+16505550100", "482913")
  }

  private var isReset: Bool {
    tool.sentMessages == 0 && tool.run("local", "test-number", "list").lines.count == 1
      && tool.signIn().json?["created"] == true
  }

  @Test func itForgetsEverythingButTheKey() {
    let token = tool.run("token").lines[0]
    #expect(
      tool.run("local", "reset", "--yes")
        == .init(
          0,
          output: "The local server is empty again: no accounts, no messages, and the first settings.\n"))
    #expect(isReset)
    tool.environment["USHER_ID_TOKEN"] = token
    #expect(tool.run("token", "--verify").status == 0)
  }

  @Test func itAsksFirst() {
    let yes = ScriptedTerminal(answers: ["what?", "y"])
    #expect(tool.run("local", "reset", terminal: yes).status == 0)
    #expect(yes.events == [question, prompt, .said("Type yes or no."), prompt])
    #expect(isReset)
  }

  @Test(arguments: ["n", ""])
  func withoutAYesNothingHappens(_ answer: String) {
    let terminal = ScriptedTerminal(answers: [.line(answer)])
    #expect(
      tool.run("local", "reset", terminal: terminal) == .init(1, errors: "Nothing was changed.\n"))
    #expect(terminal.events == [question, prompt])
    #expect(!isReset)
  }

  @Test(arguments: [["--no-input"], ["--json"], []])
  func whereNobodyCanBeAskedItWantsAYes(_ words: [String]) {
    #expect(tool.run(["local", "reset"] + words).status == 64)
    #expect(!isReset)
    #expect(tool.run(["local", "reset", "--yes"] + words).status == 0)
  }

  @Test func itIsOneProjects() {
    tool.run("local", "reset", "--yes", "--endpoint", "local", "--project", "demo-other")
    #expect(!isReset)
  }
}
