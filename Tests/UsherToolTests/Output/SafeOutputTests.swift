import TestSupport
import Testing

/// Text from elsewhere is shown without what could steer a terminal or reorder a line.
struct SafeOutputTests {
  let tool = ToolHarness()
  private let evil = "a\u{1B}]0;x\u{7}\u{202E}b\u{9B}31m\u{200F}\u{85}c\rd"

  @Test(arguments: [
    ["%"], ["whoami", "--%"], ["whoami", "%"], ["whoami", "--as", "%"], ["whoami", "--project", "%"],
    ["whoami", "--endpoint", "%"], ["whoami", "--field", "%"], ["whoami", "--timeout", "%"],
    ["verify-phone", "+1%"], ["confirm-code", "--pending", "%"], ["session", "use", "%"],
    ["session", "import", "%"], ["session", "export", "/nowhere/%"], ["help", "%"], ["signout", "%"],
    ["serve", "--policy-set", "%=%"], ["serve", "--host", "%"], ["local", "outbox", "--phone", "%"],
    ["status", "--endpoint", "local", "--project", "demo-%"],
    ["status", "--endpoint", "local", "--tenant", "%"],
  ])
  func argumentsReachNobodyRaw(_ words: [String]) {
    tool.signIn()
    let words = words.map { $0.replacing("%", with: evil) }
    for form in [[], ["--json"]] {
      let outcome = tool.run(words + form)
      #expect(outcome.output.isHarmless && outcome.errors.isHarmless, "\(form)")
    }
  }

  @Test func aLineIsNeverAddedToAnError() {
    let outcome = tool.run("confirm-code", "--pending", "x\n  Run this.")
    #expect(outcome.errors.filter { $0 == "\n" }.count == 3)
  }
}
