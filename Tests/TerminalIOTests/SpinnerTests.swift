import Testing

@testable import TerminalIO

// Only against waiting for ever: beside two thousand others a test may wait for its turn.
@Suite(.timeLimit(.minutes(60)))
struct SpinnerTests {
  private let pty: PseudoTerminal
  private var output: FileOutput { FileOutput(descriptor: pty.descriptor) }

  init() throws { pty = try PseudoTerminal() }

  private struct Failed: Error, Equatable {}

  @Test func itTurnsAndLeavesNothing() {
    let seen = Spinner(on: output, saying: "Waiting", after: .milliseconds(1)).turn {
      pty.screen(endingIn: "| Waiting") + pty.screen(endingIn: "/ Waiting")
    }
    #expect(seen == "\r\u{1B}[K| Waiting\r\u{1B}[K/ Waiting")
    #expect(pty.rest().hasSuffix("\r\u{1B}[K"))
  }

  @Test func whoDidNotWaitSeesNothing() {
    #expect(Spinner(on: output, saying: "Waiting", after: .seconds(30)).turn { 42 } == 42)
    #expect(pty.rest() == "")
  }

  @Test func aFailureLeavesNothingEither() {
    let spinner = Spinner(on: output, saying: "Waiting", after: .milliseconds(1))
    #expect(throws: Failed()) {
      try spinner.turn { () throws(Failed) in
        pty.screen(endingIn: "| Waiting")
        throw Failed()
      }
    }
    #expect(pty.rest().hasSuffix("\r\u{1B}[K"))
  }
}
