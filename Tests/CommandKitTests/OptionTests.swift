import CommandKit
import Essentials
import Testing

@Suite struct OptionTests {
  @Test(arguments: [
    ["send", "--speed", "fast"], ["send", "--speed=fast"], ["--speed", "fast", "send"],
    ["--speed=fast", "send"],
  ])
  func aLongOptionTakesTheNextWordOrWhatFollowsTheEqualsSign(words: [String]) {
    #expect(reading(port.parse(words)) == .run(make(Send.self) { $0.speed = .fast }, noGlobals))
  }

  @Test(arguments: [
    ["-p", "work", "log"], ["-pwork", "log"], ["-p=work", "log"], ["log", "-p", "work"],
    ["log", "--profile=work"],
    ["--profile", "work", "log"],
  ])
  func aShortOptionTakesTheNextWordOrItsOwnRest(words: [String]) {
    #expect(reading(port.parse(words)) == .run(Log(), make { $0.profile = "work" }))
  }

  @Test func shortOptionsCluster() {
    let send = make(Send.self) {
      $0.again = true
      $0.tags = ["x"]
    }
    let quiet = make(PortGlobals.self) { $0.quiet = true }
    #expect(read(Send.self, "send", "-qatx") == .run(send, quiet))
    #expect(read(Send.self, "-qat", "x", "send") == .run(send, quiet))
    #expect(read("-qh") == .help(.root, quiet))
  }

  @Test func anArrayTakesItsOptionAgain() {
    #expect(
      read(Send.self, "send", "-t", "a", "--tag=b", "-tc")
        == .run(make { $0.tags = ["a", "b", "c"] }, noGlobals))
  }

  @Test func aSingleOptionGivenTwiceIsNamed() {
    #expect(
      read("send", "--knots", "1", "--knots=2")
        == .failure(.repeatedOption("--knots"), .command("send"), noGlobals))
    #expect(
      read("-p", "a", "log", "--profile", "b")
        == .failure(.repeatedOption("--profile"), .command("log"), make { $0.profile = "a" }))
  }

  @Test func aFlagMayBeGivenTwice() {
    #expect(read(Log.self, "--json", "log", "--json") == .run(Log(), json))
  }

  @Test func aFlagTakesNoValue() {
    #expect(
      read("log", "--json=yes") == .failure(.unexpectedValue(option: "--json"), .command("log"), noGlobals))
    #expect(
      read("log", "--help=") == .failure(.unexpectedValue(option: "--help"), .command("log"), noGlobals))
  }

  @Test(arguments: ["-", "+100", "-5", "", " ", "a=b", "é"])
  func whatDoesNotLookLikeAnOptionIsAValue(value: String) {
    #expect(
      read(Log.self, "log", "--profile", value) == .run(Log(), make { $0.profile = value }))
  }

  @Test(arguments: ["-x", "--json", "--", "--json=", "-\u{301}", "-é"])
  func aValueWithADashInFrontNeedsTheEqualsSign(value: String) {
    #expect(
      reading(port.parse(["log", "--profile", value]))
        == Reading<Log>.failure(
          .missingValue(option: "--profile", value: "NAME", before: value), .command("log"),
          value == "--json" ? json : noGlobals))
    #expect(
      read(Log.self, "log", "--profile=" + value) == .run(Log(), make { $0.profile = value }))
  }

  @Test func aValueIsMissingAtTheEnd() {
    let error = UsageError.missingValue(option: "--profile", value: "NAME", before: nil)
    #expect(read("log", "--profile") == .failure(error, .command("log"), noGlobals))
    #expect(read("log", "-p") == .failure(error, .command("log"), noGlobals))
  }

  @Test func anEqualsSignUnderACombiningMarkStillSeparates() {
    #expect(read(Log.self, "log", "--profile=\u{301}a") == .run(Log(), make { $0.profile = "\u{301}a" }))
  }

  @Test func anOptionIsNotAbbreviated() {
    #expect(
      read("log", "--prof", "x")
        == .failure(.unknownOption("--prof", suggestions: ["--profile"]), .command("log"), noGlobals))
  }

  @Test func anUnknownOptionIsNamedWithoutItsValue() {
    #expect(
      read("log", "--secret=hunter2")
        == .failure(.unknownOption("--secret", suggestions: []), .command("log"), noGlobals))
    #expect(
      read("log", "-xhunter2") == .failure(.unknownOption("-x", suggestions: []), .command("log"), noGlobals))
  }

  @Test func aRefusedOptionSaysWhatToUseInstead() {
    #expect(
      read("send", "--password=hunter2")
        == .failure(
          .refusedOption("--password", advice: "use --password-file F"), .command("send"), noGlobals))
    #expect(
      read("send", "--gun", "9")
        == .failure(
          .refusedOption("--gun", advice: "ships carry no guns; see --papers-file"), .command("send"),
          noGlobals))
    #expect(
      read("log", "--gun") == .failure(.unknownOption("--gun", suggestions: []), .command("log"), noGlobals))
  }

  @Test func aSetOfArgumentsIsSharedByCommands() {
    #expect(
      read(Send.self, "send", "--papers-file", "-") == .run(make { $0.papers.file = "-" }, noGlobals))
  }
}
