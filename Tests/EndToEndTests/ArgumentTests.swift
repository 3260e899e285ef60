import LibC
import TestSupport
import Testing

/// Arguments that nobody types and some program passes.
@Suite struct ArgumentTests {
  private let usher = Usher()
  private static let many = (1...Size.of(2_000, long: 10_000)).map(String.init)

  @Test(
    arguments: [
      ([], 64), (["whoami"], 64), (["verify-phone"], 65), (["complete-link"], 64), (["help"], 64),
      (["config", "set"], 64), (["--json"], 64), (["exec", "--"], 125), (["curl", "--"], 125),
    ] as [([String], Int32)])
  func thousandsAreRefusedInAFewLines(words: [String], status: Int32) {
    let ending = usher.run(words + Self.many)
    #expect(ending.status == status, "\(words)")
    #expect(ending.output == "", "\(words)")
    #expect(ending.errors.utf8.count < 1_000, "\(words)")
  }

  @Test func aProgramGetsAllOfThem() throws {
    try usher.signIn()
    let ending = usher.run(["exec", "--", "sh", "-c", "echo $#", "sh"] + Self.many)
    #expect(ending == Ending(status: 0, signal: nil, output: "\(Self.many.count)\n", errors: ""))
  }

  @Test(arguments: [
    [], ["whoami"], ["help"], ["whoami", "--as"], ["config", "get"], ["session", "import"],
  ])
  func whatCouldSteerATerminalIsShownHarmlessly(words: [String]) throws {
    let terminal = try PseudoTerminal()
    let word = "a\nerror: forged\r\u{1B}]0;title\u{07}\u{1B}[31mred\u{9B}2J\u{202E}\u{08}z"
    var launch = usher.launch(words + [word])
    (launch.terminal, launch.output, launch.errors) = (terminal, .nothing, .nothing)
    launch.environment["NO_COLOR"] = "1"
    #expect(launch.run().status != 0)
    let shown = terminal.rest
    #expect(shown.hasPrefix("error: "))
    #expect(!shown.contains("\nerror: forged"))
    #expect(
      !shown.replacing("\r\n", with: "\n").unicodeScalars.contains {
        $0 != "\n" && ($0.properties.generalCategory == .control || $0.properties.generalCategory == .format)
      })
  }
}
