import Essentials
import IdentityToolkit
import TestSupport
import Testing

/// `local events` on a server without functions, where nothing is recorded.
struct LocalEventsTests {
  let tool = ToolHarness()

  @Test func withoutFunctionsThereAreNoEvents() {
    let none = "No events for project demo-usher.\n"
    #expect(tool.run("local", "events") == .init(0, errors: none))
    #expect(
      tool.run("local", "events", "--retry")
        == .init(0, errors: "Failed events that usher sends again: 0.\n" + none))
    #expect(tool.run("local", "events", "--wait", "1s").status == 0)
    #expect(tool.run("local", "events", "--json").json?["events"] == json("[]"))
  }
}
