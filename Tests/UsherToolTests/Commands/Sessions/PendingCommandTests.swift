import Flows
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

struct PendingCommandTests {
  let tool = ToolHarness()

  @Test func nothingPendingIsAnEmptyList() {
    #expect(tool.run("pending", "list") == .init(0))
    #expect(
      tool.run("pending", "list", "--json").json
        == json(
          """
          {"v":1,"command":"pending list","status":"ok","profile":"local","endpoint":"local","pending":[],
          "warnings":[]}
          """))
    #expect(tool.run("pending", "drop") == .init(0, output: "No step was pending.\n"))
  }

  @Test func stepsAreListedAndDropped() throws {
    for (name, number) in [("default", "+16505550121"), ("alice", "+16505550122"), ("bob", "+16505550123")] {
      tool.run("verify-phone", number, "--as", name)
    }
    let until = tool.clock.wallTime(in: 600)
    #expect(
      tool.run("pending", "list")
        == .init(
          0,
          output: """
            p1: code sent to +16505550121, session default, until \(until)
            p2: code sent to +16505550122, session alice, until \(until)
            p3: code sent to +16505550123, session bob, until \(until)

            """))
    #expect(
      tool.run("pending", "list", "--as", "bob").lines == [
        "p3: code sent to +16505550123, session bob, until \(until)"
      ])
    #expect(tool.run("pending", "drop", "--as", "nobody").output == "No step was pending.\n")
    #expect(tool.run("pending", "drop", "p2") == .init(0, output: "Dropped p2.\n"))
    #expect(tool.run("pending", "drop", "--field", "dropped") == .init(0, output: "[\"p1\",\"p3\"]\n"))
    #expect(try tool.state.bindings.allSatisfy { try tool.state.pending(in: $0).isEmpty })
  }

  @Test func anUnknownStepDropsNothing() throws {
    tool.run("verify-phone", ToolHarness.number)
    let state = try tool.state
    #expect(
      tool.run("pending", "drop", "p1", "p9")
        == .init(
          64,
          errors: """
            error: no step 'p9' is pending here
            usage: usher pending drop [options] [ID...]
              see the pending steps:  usher pending list

            """))
    #expect(try tool.state == state)
  }
}
