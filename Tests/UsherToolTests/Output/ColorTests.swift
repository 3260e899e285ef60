import TestSupport
import Testing
import UsherTool

/// Colour of messages, where standard error is no terminal.
struct ColorTests {
  @Test(
    arguments: [
      ([:], [], false), ([:], ["--color", "always"], true), ([:], ["--color", "auto"], false),
      (["USHER_COLOR": "always"], [], true),
      (["USHER_COLOR": "always"], ["--color", "never"], false),
      (["USHER_COLOR": "always", "NO_COLOR": "1"], [], true),
      (["USHER_COLOR": "always"], ["--color", "auto"], false),
      (["USHER_COLOR": "never", "CLICOLOR_FORCE": "1"], [], false),
      (["USHER_COLOR": "never"], ["--color", "always"], true),
      (["USHER_COLOR": "auto", "CLICOLOR_FORCE": "1"], [], true),
      (["CLICOLOR_FORCE": "1"], [], true), (["CLICOLOR_FORCE": "0"], [], false),
      (["CLICOLOR_FORCE": ""], [], false),
      (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], [], false),
      (["CLICOLOR_FORCE": "1", "NO_COLOR": ""], [], true),
      (["CLICOLOR_FORCE": "1", "CLICOLOR": "0", "TERM": "dumb"], [], true),
      (["NO_COLOR": "1"], ["--color", "always"], true),
    ] as [([String: String], [String], Bool)])
  func theStrongerDecides(_ variables: [String: String], _ options: [String], isInColor: Bool) {
    let tool = ToolHarness()
    tool.environment.merge(variables) { $1 }
    let outcome = tool.run(["whoami"] + options)
    #expect(outcome.status == 4)
    let plain = ToolHarness().run("whoami").errors
    #expect(plain.hasPrefix("error: "))
    #expect(
      outcome.errors
        == (isInColor ? plain.replacing("error:", with: "\u{1B}[1;31merror:\u{1B}[0m") : plain))
  }

  @Test(
    arguments: [
      ([:], [], true), (["NO_COLOR": "1"], [], true), (["USHER_COLOR": "never"], [], false),
      ([:], ["--color", "auto"], false),
    ] as [([String: String], [String], Bool)])
  func theConfigurationDecidesAfterOptionAndVariable(
    _ variables: [String: String], _ options: [String], isInColor: Bool
  ) {
    let tool = ToolHarness()
    tool.run("config", "set", "color", "always")
    tool.environment.merge(variables) { $1 }
    #expect(tool.run(["whoami"] + options).errors.contains("\u{1B}") == isInColor)
    #expect(tool.run("config", "get", "color").lines == [variables["USHER_COLOR"] ?? "always"])
  }

  @Test func onlyTheFirstWordIsInColour() {
    let tool = ToolHarness()
    let plain = tool.run("whoami", "--nonsense")
    let colored = tool.run("whoami", "--nonsense", "--color", "always")
    #expect(plain.errors.split(separator: "\n").count == 3)
    #expect(colored.errors == plain.errors.replacing("error:", with: "\u{1B}[1;31merror:\u{1B}[0m"))
    let group = tool.run("session", "--color", "always")
    #expect(group.errors.hasPrefix("\u{1B}[1;31merror:\u{1B}[0m "))
    #expect(group.errors.count { $0 == "\u{1B}" } == 2)
  }

  @Test func warningsAreYellow() {
    let tool = ToolHarness()
    let words = ["status", "--endpoint", "http://example.com:9099", "--project", "demo-x"]
    tool.environment["USHER_API_KEY"] = "k"
    let plain = tool.run(words)
    #expect(plain.errors.hasPrefix("warning: "))
    #expect(
      tool.run(words + ["--color", "always"]).errors
        == plain.errors.replacing("warning:", with: "\u{1B}[33mwarning:\u{1B}[0m"))
  }

  @Test func whatComesFromElsewhereBringsNoColour() {
    let outcome = ToolHarness().run("nonsense\u{1B}[32m", "--color", "always")
    #expect(outcome.errors.hasPrefix("\u{1B}[1;31merror:\u{1B}[0m "))
    #expect(outcome.errors.count { $0 == "\u{1B}" } == 2)
  }

  @Test func jsonIsNeverInColour() {
    let tool = ToolHarness()
    let plain = tool.run("whoami", "--json")
    tool.environment["CLICOLOR_FORCE"] = "1"
    #expect(tool.run("whoami", "--json", "--color", "always") == plain)
  }

  @Test func aVariableThatSaysNothingOfColourIsRefused() {
    let tool = ToolHarness()
    tool.environment["USHER_COLOR"] = "yes"
    #expect(
      tool.run("whoami")
        == .init(78, errors: "error: USHER_COLOR is 'yes'\n  Set it to auto, always or never.\n"))
    #expect(tool.run("whoami", "--color", "green").status == 64)
  }
}
