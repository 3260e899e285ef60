import CommandKit
import Essentials
import Testing

@Suite struct ArgumentValueTests {
  @Test func numbersAreWhole() throws {
    #expect(try Int(argument: "-12") == -12)
    for word in ["", "1.5", "x", "99999999999999999999"] {
      #expect(throws: InvalidValue("must be a whole number")) { try Int(argument: word) }
    }
  }

  @Test(arguments: [
    ("0", Duration.zero), ("90", .seconds(90)), ("90s", .seconds(90)), ("5m", .seconds(300)),
    ("1.5h", .seconds(5400)), ("8d", .seconds(691_200)), (".25", .milliseconds(250)), ("007m", .seconds(420)),
  ])
  func durationsAreNumbersWithAUnit(word: String, duration: Duration) throws {
    #expect(try Duration(argument: word) == duration)
  }

  @Test(arguments: ["", "s", ".", "1.2.3", "-5", "+5", "5w", "1e3", "nan", "inf", "0x10", "5 m", "m5", "٥"])
  func anythingElseIsNoDuration(word: String) {
    #expect(throws: InvalidValue("must be a number with s, m, h or d, such as 90s or 5m")) {
      try Duration(argument: word)
    }
  }

  @Test(arguments: ["999999999999h", String(repeating: "9", count: 400)])
  func aDurationHasAnEnd(word: String) {
    #expect(throws: InvalidValue("is too long a time")) { try Duration(argument: word) }
  }

  @Test func anEnumerationListsItsChoices() throws {
    #expect(try CrewHire.Rank(argument: "cabin-boy") == .cabinBoy)
    #expect(throws: InvalidValue("must be mate, cook or cabin-boy")) {
      try CrewHire.Rank(argument: "cabinBoy")
    }
  }
}
