import Essentials
import Testing

@testable import CommandKit

/// What stands below an error.
@Suite struct HintTests {
  private let hint = Hint("get a new one", ["port", "send", "a b"]).then(
    "no ship yet?", template: ["port", "buy", "SHIP"]
  )
  .then("or wait for the next tide").because("the tide was too low")

  @Test func commandsStandInAColumnAfterTheirPhrases() {
    #expect(
      hint.lines(columns: 80, in: .english) == [
        "  The tide was too low.", "  get a new one:  port send 'a b'", "  no ship yet?    port buy SHIP",
        "  Or wait for the next tide.",
      ])
  }

  @Test func whatIsTooLongForALineStandsBelow() {
    #expect(
      hint.lines(columns: 20, in: .english) == [
        "  The tide was too", "  low.", "  get a new one:", "    port send 'a b'", "  no ship yet?",
        "    port buy SHIP", "  Or wait for the", "  next tide.",
      ])
  }

  @Test func scriptsAreToldTheFirstWay() {
    #expect(hint.text == "get a new one: port send 'a b'")
    #expect(hint.argv == ["port", "send", "a b"])
    #expect(Hint(reason: "the tide was too low").text == "the tide was too low")
    #expect(Hint("see the tides", copying: "port --help").argv == nil)
  }
}
