import AuthClient
import Essentials
import Flows
import HTTP
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// `whoami --check` and `status --check`: whether the server still takes the session.
struct SessionCheckTests {
  let tool = ToolHarness()
  private let key = Binding(profile: "local", endpoint: "local", project: "demo-usher").session()

  init() {
    tool.signIn()
  }

  @Test func aSessionThatGoesOnIsShown() {
    let uid = tool.uid() ?? ""
    #expect(
      tool.run("whoami", "--check")
        == .init(0, output: "+16505550123 (uid \(uid), local server; providers: phone)\n"))
    #expect(tool.run("status", "--check", "--field", "checked.live") == .init(0, output: "true\n"))
    #expect(tool.run("status", "--check").output.hasSuffix("\nThe server accepts the session in use.\n"))
    #expect(tool.run("status", "--field", "checked", "--quiet") == .init(1))
  }

  @Test func theAccountIsShownAsTheServerHasIt() throws {
    // Whoever else has the token gives the account a name.
    tool.environment["USHER_ID_TOKEN"] = tool.run("token").lines[0]
    tool.run("account", "update", "--display-name", "Kim Lee")
    tool.environment["USHER_ID_TOKEN"] = nil
    #expect(tool.run("whoami", "--field", "account.display_name").output == "\n")
    #expect(tool.run("whoami", "--check", "--field", "account.display_name").output == "Kim Lee\n")
    #expect(tool.run("whoami", "--field", "account.display_name").output == "Kim Lee\n")
  }

  @Test func aSessionThatTheServerEndedIsToldAndForgotten() throws {
    tool.run("local", "reset", "--yes")
    let outcome = tool.run("whoami", "--check")
    #expect(outcome.status == 4 && outcome.output.isEmpty)
    #expect(outcome.errors.hasSuffix("  sign in to another account:  usher signin\n"))
    #expect(try tool.state[key] == nil)
    #expect(tool.run("whoami", "--check").errors.hasPrefix("error: no user is signed in\n"))
  }

  @Test func statusShowsItsResultAndEndsWithTheStatus() throws {
    tool.run("local", "reset", "--yes")
    #expect(tool.run("status").status == 0)
    let ended = tool.run("status", "--check", "--json")
    #expect(
      ended.status == 4 && ended.json?["status"] == "failed" && ended.json?["checked"]?["live"] == false)
    #expect(ended.json?["places"]?.array?.first?["sessions"] == [])
    let none = tool.run("status", "--check")
    #expect(none.status == 4 && none.output.contains("No user is signed in."), "\(none)")
  }

  @Test func aServerThatIsDownSaysNothingAboutTheSession() throws {
    let tool = ToolHarness()
    tool.environment["FIREBASE_AUTH_EMULATOR_HOST"] = "127.0.0.1:9099"
    tool.environment["USHER_ID_TOKEN"] = TokenFixture.phone()
    tool.network = TransportStub([TransportStub.Answer](repeating: .failure(.connectionRefused), count: 6))
    for command in ["whoami", "status"] {
      let outcome = tool.run(command, "--check")
      #expect(outcome.status == 69 && outcome.output.isEmpty)
    }
  }

  @Test func aGivenSessionThatEndedIsLeftAlone() {
    tool.run("session", "export", tool.folder.path + "/ci.json")
    tool.environment["USHER_SESSION_FILE"] = tool.folder.path + "/ci.json"
    tool.run("local", "reset", "--yes")
    #expect(tool.run("whoami", "--check").status == 4)
    #expect(tool.run("whoami").status == 0)
  }
}
