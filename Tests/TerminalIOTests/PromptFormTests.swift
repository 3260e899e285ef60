import Testing

@testable import TerminalIO

@Test(
  arguments: [
    (["TERM": "xterm-256color"], .edited(terminal: "xterm-256color")),
    (["TERM": "xterm", "USHER_ACCESSIBLE": ""], .edited(terminal: "xterm")),
    (["TERM": "xterm", "USHER_ACCESSIBLE": "1"], .plain),
    (["TERM": "dumb"], .plain),
    (["TERM": "emacs"], .plain),
    (["TERM": ""], .plain),
    ([:], .plain),
  ] as [([String: String], PromptForm)])
func theEnvironmentTellsHowAnswersAreTyped(environment: [String: String], form: PromptForm) {
  #expect(PromptForm { environment[$0] } == form)
}
