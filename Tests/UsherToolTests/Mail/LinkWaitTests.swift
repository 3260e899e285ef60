import TestSupport
import Testing

/// Waiting for a link that nobody opens.
struct LinkWaitTests {
  let tool = ToolHarness()

  @Test func theWaitEndsAndTheStepIsKept() {
    let outcome = tool.run(
      "send-link", ToolHarness.email, "--wait", "--wait-limit", "0.2s", "--as", "kim")
    #expect(outcome.status == 75)
    #expect(outcome.errors.contains("Saved. To finish:\n  usher complete-link --as kim\n"))
    #expect(tool.link().hasPrefix("http://127.0.0.1:"))
    #expect(tool.run("complete-link", tool.link(), "--as", "kim").status == 0)
  }
}
