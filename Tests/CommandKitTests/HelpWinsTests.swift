import CommandKit
import Essentials
import Testing

@Suite struct HelpWinsTests {
  @Test func helpIsForWhatWasNamed() {
    #expect(read("--help") == .help(.root, noGlobals))
    #expect(read("crew", "-h") == .help(.group("crew"), noGlobals))
    #expect(read("-h", "crew", "hire") == .help(.command("crew hire"), noGlobals))
  }

  @Test func whatDoesNotExistHasNoHelp() {
    #expect(
      read("sed", "--help") == .failure(.unknownCommand("sed", suggestions: ["send"]), .root, noGlobals))
    #expect(
      read("-h", "crew", "lst", "--json")
        == .failure(.unknownCommand("crew lst", suggestions: ["crew list"]), .group("crew"), json))
  }

  @Test(arguments: [
    ["crew", "hire", "--bogus", "-h"], ["crew", "hire", "admiral", "-h"], ["crew", "hire", "--wait", "-h"],
    ["--version", "crew", "hire", "--help"], ["crew", "hire", "a", "b", "c", "--help"],
    ["crew", "hire", "--json=1", "-h"],
  ])
  func helpWinsOverEveryMistake(words: [String]) {
    #expect(reading(port.parse(words)) == Reading<Log>.help(.command("crew hire"), noGlobals))
  }

  @Test func versionWinsOverMistakes() {
    #expect(read("--version") == .version(noGlobals))
    #expect(read("--json", "send", "a", "b", "--version") == .version(json))
  }

  @Test func globalsAreReadPastTheFirstMistake() {
    #expect(
      read("bogus", "--json") == .failure(.unknownCommand("bogus", suggestions: []), .root, json))
    #expect(
      read("send", "--bogus", "x", "y", "--knots", "z", "--json")
        == .failure(.unknownOption("--bogus", suggestions: []), .command("send"), json))
    #expect(
      read("--timeout", "soon", "log", "--json")
        == .failure(
          .invalidValue(
            "soon", argument: "--timeout", reason: "must be a number with s, m, h or d, such as 90s or 5m"),
          .command("log"), json))
  }
}
