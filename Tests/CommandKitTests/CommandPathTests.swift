import CommandKit
import Testing

@Suite struct CommandPathTests {
  @Test(arguments: [
    ["--json", "crew", "list"], ["crew", "--json", "list"], ["crew", "list", "--json"],
  ])
  func globalOptionsStandAnywhere(words: [String]) {
    #expect(reading(port.parse(words)) == .run(CrewList(), json))
  }

  @Test func anOptionsValueIsNotTakenForACommand() {
    #expect(read(Log.self, "-p", "send", "log") == .run(Log(), make { $0.profile = "send" }))
    #expect(read(Log.self, "--profile", "send", "log") == .run(Log(), make { $0.profile = "send" }))
    #expect(
      read(Log.self, "-qp", "send", "log", "--timeout", "1m")
        == .run(
          Log(),
          make {
            $0.quiet = true
            $0.profile = "send"
            $0.timeout = .seconds(60)
          }))
  }

  @Test func aCommandsOwnOptionsMayStandInFront() {
    #expect(
      read(CrewHire.self, "--wait", "1h", "crew", "hire", "cook")
        == .run(
          make {
            $0.rank = .cook
            $0.wait = .seconds(3600)
          }, noGlobals))
    #expect(read(CrewList.self, "--wait", "crew", "list") == .run(make { $0.wait = true }, noGlobals))
  }

  @Test func theLongestNameWins() {
    #expect(read(Log.self, "log") == .run(Log(), noGlobals))
    #expect(
      read(LogInspect.self, "log", "inspect", "inspect") == .run(make { $0.file = "inspect" }, noGlobals))
    #expect(
      read("log", "inspct")
        == .failure(
          .unexpectedArgument("inspct", suggestions: ["log inspect"]), .command("log"), noGlobals))
  }

  @Test func anOperandNamedLikeACommandIsAnOperand() {
    #expect(read(Send.self, "send", "log") == .run(make { $0.number = "log" }, noGlobals))
  }

  @Test func aNameIsNotReadFromOneWord() {
    #expect(
      read("crew list") == .failure(.unknownCommand("crew list", suggestions: []), .root, noGlobals))
  }

  @Test func aGroupNeedsACommand() {
    #expect(read() == .failure(.missingCommand(group: ""), .root, noGlobals))
    #expect(read("--json") == .failure(.missingCommand(group: ""), .root, json))
    #expect(
      read("crew", "-q") == .failure(.missingCommand(group: "crew"), .group("crew"), make { $0.quiet = true })
    )
  }

  @Test func theCommandIsNamedOnceItIsKnown() {
    #expect(port.parse(["crew", "list", "--bogus"]).command == "crew list")
    #expect(port.parse(["crew"]).command == nil)
  }

  @Test func topicsAreFoundByPath() {
    #expect(port.topic("") == .root)
    #expect(port.topic("crew") == .group("crew"))
    #expect(port.topic("crew hire") == .command("crew hire"))
    #expect(port.topic("log") == .command("log"))
    #expect(port.topic("cre") == nil)
  }
}
