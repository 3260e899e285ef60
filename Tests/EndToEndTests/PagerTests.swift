import Testing

/// Help that is longer than the screen goes through a pager, as git's does.
@Suite struct PagerTests {
  private let terminal: PseudoTerminal

  init() throws {
    terminal = try PseudoTerminal(rows: 24)
  }

  /// What the terminal shows of usher, and its exit status.
  private func shown(
    _ words: [String] = ["help", "json"], _ variables: [String: String] = ["PAGER": "echo paged"],
    input: Launch.Stream = .nothing
  ) -> (screen: String, status: Int32) {
    var usher = Usher()
    usher.environment["TERM"] = "xterm"
    usher.environment.merge(variables) { $1 }
    var launch = usher.launch(words)
    (launch.terminal, launch.output, launch.errors) = (terminal, .nothing, .nothing)
    launch.input = input
    let ending = launch.run()
    return (terminal.rest.replacing("\r\n", with: "\n"), ending.status)
  }

  private let page = Usher().run("help", "json").output

  @Test(arguments: [["help", "json"], ["help", "json", "status"], ["serve", "--help"]])
  func aPageLongerThanTheScreenGoesThroughIt(_ words: [String]) {
    #expect(shown(words) == ("paged\n", 0))
  }

  @Test func itsVariableIsALineForTheShell() {
    #expect(shown(["help", "json"], ["PAGER": "sed -n 1p; exit 3"]) == (page.firstLine, 0))
  }

  @Test func whoeverReadNothingHasReadEnough() {
    #expect(shown(["help", "json"], ["PAGER": "exec <&-; echo enough"]) == ("enough\n", 0))
  }

  @Test func itGetsNoSecretAndTheOptionsThatGitGivesIt() {
    let pager = "echo $LESS ${USHER_PASSWORD-none}"
    #expect(
      shown(["help", "json"], ["PAGER": pager, "USHER_PASSWORD": "hunter2"]) == ("FRX none\n", 0))
    #expect(shown(["help", "json"], ["PAGER": pager, "LESS": "-S"]) == ("-S none\n", 0))
  }

  @Test func aPageThatFitsIsJustPrinted() {
    #expect(shown(["help", "version"]).screen == Usher().run("help", "version").output)
  }

  @Test(arguments: [
    ["PAGER": ""], ["PAGER": "cat"], ["TERM": "dumb"], ["CI": "true"], ["USHER_NO_INPUT": "1"],
    ["USHER_OUTPUT": "json"], ["USHER_ACCESSIBLE": "1"],
  ])
  func nobodyIsMadeToPage(_ variables: [String: String]) {
    #expect(shown(["help", "json"], ["PAGER": "echo paged"].merging(variables) { $1 }) == (page, 0))
  }

  @Test func aPipeAndAFileGetThePage() {
    var usher = Usher()
    usher.environment["PAGER"] = "echo paged"
    #expect(usher.run("help", "json").output == page)
    #expect(shown(["help", "json"], input: .file("/dev/null")) == (page, 0))
  }

  @Test func aPagerThatCannotBeRunIsDoneWithout() {
    let outcome = shown(["help", "json"], ["PAGER": "/nonexistent/pager"])
    #expect(outcome.screen.hasSuffix(page))
    #expect(outcome.status == 0)
    #expect(shown(["help", "json"], ["PATH": "/nonexistent"]) == (page, 0))
  }

  @Test func lessIsUsedByDefault() throws {
    var usher = Usher()
    usher.environment["TERM"] = "xterm"
    var launch = usher.launch("help", "environment")
    (launch.terminal, launch.output, launch.errors) = (terminal, .nothing, .nothing)
    let program = launch.start()
    try terminal.screen(upTo: ":")
    terminal.type("q")
    #expect(program.wait().status == 0)
    #expect(terminal.showsLines)
  }

  @Test func theShellGoesOnAfterIt() throws {
    var usher = Usher()
    usher.environment.merge(["TERM": "xterm", "PAGER": "echo paged"]) { $1 }
    var launch = usher.launch("shell")
    (launch.terminal, launch.output, launch.errors) = (terminal, .nothing, .nothing)
    let shell = launch.start()
    try terminal.screen(upTo: "usher> ")
    terminal.type("help environment\r")
    try terminal.screen(upTo: "paged\r\n")
    try terminal.screen(upTo: "usher> ")
    terminal.type("\u{04}")
    #expect(shell.wait().status == 0)
  }
}

extension String {
  fileprivate var firstLine: String { prefix { $0 != "\n" } + "\n" }
}
