import CommandKit
import Testing

@Suite struct OperandTests {
  @Test func anOptionalOperandMayBeLeftOut() {
    #expect(read(Send.self, "send") == .run(Send(), noGlobals))
    #expect(read(Send.self, "send", "+100") == .run(make { $0.number = "+100" }, noGlobals))
    #expect(read(Send.self, "send", "") == .run(make { $0.number = "" }, noGlobals))
    #expect(read(Send.self, "send", "-") == .run(make { $0.number = "-" }, noGlobals))
    #expect(read(Send.self, "send", "-5") == .run(make { $0.number = "-5" }, noGlobals))
  }

  @Test func operandsFillInOrder() {
    let hire = make(CrewHire.self) {
      $0.rank = .cabinBoy
      $0.name = "Jim"
      $0.wait = .seconds(5)
    }
    #expect(read(CrewHire.self, "crew", "hire", "cabin-boy", "--wait", "5", "Jim") == .run(hire, noGlobals))
  }

  @Test func aRequiredOperandIsMissed() {
    #expect(
      read("crew", "hire") == .failure(.missingArgument("RANK"), .command("crew hire"), noGlobals))
    #expect(
      read("log", "inspect") == .failure(.missingArgument("-|FILE"), .command("log inspect"), noGlobals))
    #expect(read("load") == .failure(.missingArgument("GOODS"), .command("load"), noGlobals))
  }

  @Test func anArrayTakesAllOperands() {
    #expect(
      read(Load.self, "load", "a", "--into", "hold", "b", "--", "-c")
        == .run(
          make {
            $0.goods = ["a", "b", "-c"]
            $0.into = "hold"
          }, noGlobals))
  }

  @Test func anOperandTooManyIsQuoted() {
    #expect(
      read("send", "a", "b")
        == .failure(
          .unexpectedArgument("b", suggestions: []), .command("send"), noGlobals))
  }

  @Test func twoDashesEndTheOptions() {
    #expect(read(Send.self, "send", "--", "--json") == .run(make { $0.number = "--json" }, noGlobals))
    #expect(read(Send.self, "send", "--", "--") == .run(make { $0.number = "--" }, noGlobals))
    #expect(read(Send.self, "send", "--", "-h") == .run(make { $0.number = "-h" }, noGlobals))
  }

  @Test func whatFollowsTwoDashesIsLeftAlone() {
    #expect(
      read(Tow.self, "tow", "--rope=3", "--", "ls", "--json", "--", "-h")
        == .run(
          make {
            $0.rope = 3
            $0.program = ["ls", "--json", "--", "-h"]
          }, noGlobals))
  }

  @Test func aProgramWithoutTwoDashesIsNotTaken() {
    #expect(
      read("tow", "ls")
        == .failure(.unexpectedArgument("ls", suggestions: [], isRest: true), .command("tow"), noGlobals))
    #expect(
      read("tow", "--") == .failure(.missingArgument("PROGRAM", isRest: true), .command("tow"), noGlobals))
  }

  @Test func twoDashesEndTheCommandsWordsToo() {
    #expect(
      read("log", "--", "inspect")
        == .failure(
          .unexpectedArgument("inspect", suggestions: ["log inspect"]), .command("log"), noGlobals))
    #expect(read("--", "log") == .failure(.unknownCommand("log", suggestions: ["log"]), .root, noGlobals))
  }
}
