import AuthClient
import Essentials
import Flows
import HTTP
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// A variable says who is signed in: that is visible, and nothing pretends otherwise.
struct ShadowedSessionTests {
  let tool = ToolHarness()
  let session: SavedSession

  init() throws {
    let tool = self.tool
    tool.signIn()
    let key = Binding(profile: "local", endpoint: "local", project: "demo-usher").session()
    session = try #require(try tool.state[key])
    tool.run("session", "export", tool.folder.path + "/ci.json")
    tool.signIn("+16505550177", as: "alice")
    tool.signIn("+16505550199")
  }

  private static let variables = ["USHER_SESSION_FILE", "USHER_ID_TOKEN", "USHER_REFRESH_TOKEN"]

  private func give(_ variable: String) {
    tool.environment[variable] =
      switch variable {
      case "USHER_SESSION_FILE": tool.folder.path + "/ci.json"
      case "USHER_ID_TOKEN": session.tokens.idToken.text
      default: session.tokens.refreshToken
      }
    if variable == "USHER_REFRESH_TOKEN" {
      tool.environment["USHER_ENDPOINT"] = "local"
      tool.environment["USHER_PROJECT"] = "demo-usher"
    }
  }

  private var kept: String? { tool.folder.text(of: "config/state.json") }

  @Test(arguments: variables)
  func whereTheSessionComesFromIsNamed(_ variable: String) {
    #expect(tool.run("whoami", "--field", "source").output == "saved\n")
    #expect(tool.run("status", "--field", "session").output == "default\n")
    #expect(tool.run("status", "--field", "given").status == 1)
    give(variable)
    let who = tool.run("whoami")
    // A token does not say which providers the account has.
    let providers = variable == "USHER_ID_TOKEN" ? "" : "; providers: phone"
    #expect(
      who.output == "+16505550123 (uid \(session.uid), local server, by \(variable)\(providers))\n",
      "\(who.errors)")
    #expect(tool.run("whoami", "--field", "source").output == variable + "\n")
    let status = tool.run("status", "--json").json
    #expect(status?["session"] == .string(variable) && status?["given"]?["variable"] == .string(variable))
    let places = status?["places"]?.array?.first?["sessions"]?.array ?? []
    #expect(places.map { $0["current"] } == [false, false])
    let owner =
      variable == "USHER_REFRESH_TOKEN" ? "only the server knows" : "+16505550123 (uid \(session.uid))"
    #expect(tool.run("status").output.hasPrefix("Session  \(variable) (in use)\nWho      \(owner)\n"))
    #expect(tool.run("doctor").output.contains("given by \(variable)\n"))
    #expect(tool.run("session", "list", "--field", "sessions.0.current").output == "false\n")
  }

  @Test(arguments: variables)
  func aSignInOrSignOutThatWouldNotShowIsRefused(_ variable: String) {
    tool.run("verify-phone", "+16505550123", "--json")
    let code = tool.code(for: "+16505550123")
    tool.run("send-link", "kim@example.com")
    let link = tool.link()
    let messages = tool.sentMessages
    give(variable)
    let kept = kept
    let commands: [[String]] = [
      ["verify-phone", "+16505550111"], ["verify-phone", "--reauth"], ["signin", "phone", "+16505550111"],
      ["send-link", "lee@example.com"], ["signin", "email-link", "lee@example.com"], ["confirm-code", code],
      ["complete-link", link], ["signin", "anonymous"], ["signin", "password", "--email", "kim@example.com"],
      ["signin", "custom-token", "--uid", "u"], ["signin", "idp", "google.com", "--id-token-file", "-"],
      ["signup", "--email", "kim@example.com"], ["reauth"], ["reauth", "phone"], ["signout"],
      ["signout", "--all"],
      ["session", "use", "alice"], ["session", "import", tool.folder.path + "/ci.json"],
    ]
    for words in commands {
      let outcome = tool.run(words)
      #expect(
        outcome
          == .init(
            64,
            errors: """
              error: \(variable) sets who is signed in, so a new session would not be used
                unset it:  unset \(variable)
                Or name a session with --as NAME.

              """), "\(words)")
    }
    #expect(self.kept == kept)
    tool.environment[variable] = nil
    #expect(tool.sentMessages == messages)
  }

  @Test func aSessionThatIsNamedIsNotShadowed() throws {
    give("USHER_ID_TOKEN")
    #expect(tool.run("whoami", "--as", "alice", "--field", "source").output == "saved\n")
    #expect(tool.run("signin", "anonymous", "--as", "bob").status == 0)
    #expect(tool.run("signout", "alice").status == 0)
    #expect(tool.run("signout", "--as", "bob").status == 0)
  }

  @Test func everyCommandActsAsTheGivenSession() throws {
    tool.environment["USHER_SESSION_FILE"] = tool.folder.path + "/ci.json"
    let linked = tool.run(
      "link", "password", "--email", "kim@example.com", "--password-stdin", "--json",
      input: ToolHarness.password)
    #expect(linked.json?["account"]?["uid"] == .string(session.uid), "\(linked.errors)")
    tool.environment["USHER_SESSION_FILE"] = nil
    tool.signInByPassword(as: "kim")
    tool.run("session", "export", tool.folder.path + "/kim.json", "--as", "kim")
    tool.run("signout", "kim")
    tool.environment["USHER_SESSION_FILE"] = tool.folder.path + "/kim.json"
    let mailed = tool.run("send-link", "--purpose", "verify-email", "--json")
    #expect(mailed.status == 0, "\(mailed.errors)")
    #expect(tool.run("local", "outbox", "--email", "kim@example.com", "--latest").status == 0)
    #expect(tool.run("mfa", "list").status == 0)
    tool.environment["USHER_SESSION_FILE"] = nil
    #expect(tool.run("whoami", "--field", "account.phone").output == "+16505550199\n")
  }

  @Test func deletingTheAccountOfAGivenSessionIsConfirmedByName() {
    give("USHER_ID_TOKEN")
    let expected = ToolHarness.Outcome(
      64,
      errors: """
        error: this would delete +16505550123 (uid \(session.uid), local server), because USHER_ID_TOKEN sets the session
        usage: usher account delete [options]
          If that is meant, confirm it with --yes.

        """)
    #expect(tool.run("account", "delete") == expected)
    #expect(tool.run("account", "delete", terminal: ScriptedTerminal()) == expected)
    #expect(tool.run("account", "delete", "--yes", "--field", "uid").output == session.uid + "\n")
  }
}
