import Essentials
import Flows
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

struct SignOutTests {
  let tool = ToolHarness()
  private let binding = Binding(profile: "local", endpoint: "local", project: "demo-usher")

  private func signedOut(_ names: String...) -> JSONValue {
    json(
      """
      {"v":1,"command":"signout","status":"ok","profile":"local","endpoint":"local",
      "signed_out":[\(names.map { "\"\($0)\"" }.joined(separator: ","))],"warnings":[]}
      """)
  }

  @Test func itIsLocalAndMayBeRepeated() throws {
    tool.signIn()
    tool.run("verify-phone", "--reauth")
    #expect(
      tool.run("signout")
        == .init(
          0,
          output:
            "Signed out +16505550123. A copied token stays valid at the server until it expires.\n")
    )
    #expect(try tool.state[binding].sessions.isEmpty)
    #expect(try tool.state.pending(in: binding).isEmpty)
    #expect(tool.run("signout") == .init(0, output: "No user was signed in.\n"))
    #expect(tool.run("signout", "--json").json == signedOut())
    #expect(tool.run("signout", "--quiet") == .init(0))
  }

  @Test func itWorksWithADeadSession() {
    tool.signIn()
    tool.run("local", "reset", "--yes")
    tool.clock.advance(1_000_000)
    #expect(tool.run("signout", "--json").json == signedOut("default"))
  }

  @Test func aNameEndsThatSessionAlone() throws {
    for name in ["default", "alice", "bob"] { tool.signIn(as: name) }
    #expect(tool.run("signout", "alice", "--json").json == signedOut("alice"))
    #expect(tool.run("signout", "--as", "bob", "--json").json == signedOut("bob"))
    #expect(try Set(tool.state[binding].sessions.keys) == ["default"])
    #expect(tool.run("signout", "nobody") == .init(0, output: "No user was signed in as nobody.\n"))
  }

  @Test func allEndsEverySessionHereAndNoneElsewhere() throws {
    for name in ["default", "alice"] { tool.signIn(as: name) }
    tool.run("verify-phone", "+16505550199", "--as", "carol")
    tool.run("verify-phone", "+16505550198", "--endpoint", "local", "--project", "demo-other")
    #expect(tool.run("signout", "--all", "--json").json == signedOut("alice", "default"))
    #expect(tool.run("status", "--field", "places.0.pending").output == "[]\n")
    #expect(try tool.state.bindings.map(\.project).contains("demo-other"))
    #expect(tool.run("signout", "--all", "alice").status == 64)
  }

  @Test func pendingStepsMayBeKept() throws {
    tool.signIn()
    tool.run("verify-phone", "+16505550199")
    tool.run("signout", "--keep-pending")
    #expect(tool.run("whoami").status == 4)
    #expect(tool.run("confirm-code", tool.code(for: "+16505550199")).status == 0)
  }

  @Test func theChosenSessionIsForgotten() throws {
    tool.signIn(as: "alice")
    tool.run("session", "use", "alice")
    tool.run("signout")
    #expect(try tool.state[binding].currentSession == nil)
    #expect(tool.run("signin").status == 64)
  }
}
