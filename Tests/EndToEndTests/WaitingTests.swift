import LibC
import TestSupport
import Testing

/// What moves at a real terminal while a command waits.
@Suite struct WaitingTests {
  private static let clear = "\r\u{1B}[K"
  private let usher = Usher()
  private let terminal: PseudoTerminal

  init() throws { terminal = try PseudoTerminal() }

  /// A server that answers when the request has waited for `milliseconds`.
  private func server(after milliseconds: UInt32) -> LoopbackServer {
    LoopbackServer { connection in
      while !connection.receive().isEmpty {
        usleep(milliseconds * 1000)
        let body = #"{"registered":true,"signinMethods":["password"]}"#
        connection.send(
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
      }
    }
  }

  private func start(
    _ words: [String], _ variables: [String: String] = [:], errors: Launch.Stream = .nothing
  ) -> RunningProgram {
    var usher = usher
    usher.environment["TERM"] = "xterm"
    usher.environment.merge(variables) { $1 }
    var launch = usher.launch(words)
    (launch.terminal, launch.output, launch.errors) = (terminal, .nothing, errors)
    return launch.start()
  }

  private func question(_ server: LoopbackServer) -> [String] {
    ["methods", "kim@example.com", "--endpoint", server.url]
  }

  // MARK: - For an answer

  @Test func aSlowAnswerIsSeenToBeAwaited() throws {
    let server = server(after: 900)
    let program = start(question(server))
    try terminal.screen(upTo: "| Waiting")
    let shown = try terminal.screen(upTo: "password")
    #expect(program.wait().status == 0)
    // It was gone before anything else was said.
    #expect(shown.hasSuffix("Waiting" + Self.clear + "password"))
    #expect(terminal.rest == "\r\n")
  }

  @Test func aQuickAnswerComesAlone() {
    let server = server(after: 0)
    #expect(start(question(server)).wait().status == 0)
    #expect(terminal.rest == "password\r\n")
  }

  @Test(
    arguments: [
      (["TERM": "dumb"], []), (["USHER_ACCESSIBLE": "1"], []), (["CI": "1"], []), ([:], ["--json"]),
      ([:], ["--quiet"]), ([:], ["--no-input"]), ([:], ["--field", "status"]),
    ] as [([String: String], [String])])
  func nothingMovesForWhoDoesNotWantThat(_ variables: [String: String], _ options: [String]) {
    let server = server(after: 600)
    #expect(start(question(server) + options, variables).wait().status == 0)
    #expect(!terminal.rest.contains("Waiting"))
  }

  @Test func nothingMovesInAFile() {
    let server = server(after: 600)
    #expect(start(question(server), errors: .captured).wait().errors == "")
    #expect(terminal.rest == "password\r\n")
  }

  @Test func controlCLeavesNothing() throws {
    let before = terminal.modes
    let server = server(after: 5000)
    let program = start(question(server))
    try terminal.screen(upTo: "| Waiting")
    terminal.type("\u{03}")
    #expect(program.wait().signal == SIGINT)
    #expect(terminal.rest.hasSuffix(Self.clear))
    #expect(terminal.modes == before)
  }

  // MARK: - For the time of another code

  private let resend = ["verify-phone", "--resend", "--wait-resend"]

  @Test func theSecondsCountDownInPlace() throws {
    usher.run("verify-phone", "+16505550123", "--json")
    let program = start(resend)
    let first = try terminal.screen(upTo: " s, until another code can be sent." + Self.clear)
    let second = try terminal.screen(upTo: " s, until another code can be sent.")
    let seconds = try [first, second].map { try #require(Int($0.filter(\.isNumber))) }
    #expect(seconds[0] == seconds[1] + 1)
    terminal.type("\u{03}")
    #expect(program.wait().signal == SIGINT)
    #expect(terminal.rest.hasSuffix(Self.clear))
  }

  @Test(arguments: [["TERM": "dumb"], ["USHER_ACCESSIBLE": "1"]])
  func elsewhereTheyAreToldOnce(_ variables: [String: String]) throws {
    usher.run("verify-phone", "+16505550123", "--json")
    let program = start(resend, variables)
    try terminal.screen(upTo: " s, until another code can be sent.\r\n")
    program.send(SIGINT)
    #expect(program.wait().signal == SIGINT)
    #expect(terminal.rest == "")
  }
}
