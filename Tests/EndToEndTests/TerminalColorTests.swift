import Testing

/// Messages at a real terminal are in colour.
@Suite struct TerminalColorTests {
  private let terminal: PseudoTerminal

  init() throws {
    terminal = try PseudoTerminal()
  }

  /// What the terminal shows of `usher whoami`, which fails.
  private func shown(_ variables: [String: String], errors: Launch.Stream = .nothing) -> Ending {
    var usher = Usher()
    usher.environment.merge(variables) { $1 }
    var launch = usher.launch("whoami")
    (launch.terminal, launch.output, launch.errors) = (terminal, .nothing, errors)
    return launch.run()
  }

  @Test(
    arguments: [
      (["TERM": "xterm"], true), (["TERM": "dumb"], false), (["TERM": "xterm", "NO_COLOR": "1"], false),
      (["TERM": "xterm", "CLICOLOR": "0"], false), (["TERM": "xterm", "CLICOLOR": "1"], true),
    ] as [([String: String], Bool)])
  func asTheVariablesHaveIt(_ variables: [String: String], isInColor: Bool) {
    #expect(shown(variables).status == 4)
    #expect(terminal.rest.hasPrefix(isInColor ? "\u{1B}[1;31merror:\u{1B}[0m " : "error: "))
  }

  @Test func aFileOfErrorsIsPlain() {
    #expect(shown(["TERM": "xterm"], errors: .captured).errors.hasPrefix("error: "))
  }
}
