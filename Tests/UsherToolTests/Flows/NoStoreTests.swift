import Essentials
import IdentityToolkit
import TestSupport
import Testing

/// `--no-store` leaves no trace: neither state nor lock. The embedded server keeps its own database.
struct NoStoreTests {
  let tool = ToolHarness(isFirstRun: true)

  init() {
    tool.environment["XDG_CONFIG_HOME"] = tool.folder.path + "/config"
    tool.environment["XDG_DATA_HOME"] = tool.folder.path + "/data"
    tool.environment["USHER_CONFIG_DIR"] = nil
  }

  private var files: [String] { tool.folder.names() + tool.folder.names(in: "config") }

  @Test func aSignInLeavesNothingButTheServersData() {
    let sent = tool.run("verify-phone", ToolHarness.number, "--no-store", "--json")
    let id = sent.json?["pending"]?["verification_id"]?.string ?? ""
    #expect(
      sent.steadyJSON
        == json(
          """
          {"v":1,"command":"verify-phone","status":"pending","profile":"local","endpoint":"local","sent":true,
          "pending":{"id":null,"kind":"phone-signin","phone":"+16505550123",
          "verification_id":"<verification_id>","expires_at":"2027-01-15T08:10:00Z",
          "resend_after":"2027-01-15T08:01:00Z"},
          "next_step":{"argv":["usher","confirm-code","--verification-id","<verification_id>","--no-store"],
          "needs":["code"]},"warnings":[]}
          """))
    let code = tool.code()
    #expect(tool.run("confirm-code", "--verification-id", id, "000000", "--no-store").status == 5)
    #expect(tool.run("confirm-code", "--verification-id", id, code, "--no-store").status == 0)
    #expect(files == ["data"])
    #expect(tool.run("whoami").status == 4)
    #expect(files == ["data"])
  }

  @Test func aWholeSignInAtOnceLeavesNothing() {
    #expect(
      tool.run("verify-phone", "+16505553434", "--code-command", "echo 654321", "--no-store").status == 0)
    let terminal = ScriptedTerminal(answers: ["000000", "654321"])
    #expect(tool.run("verify-phone", "+16505553434", "--no-store", terminal: terminal).status == 0)
    #expect(files == ["data"])
  }

  @Test(arguments: [
    ["whoami"], ["status"], ["status", "--all"], ["token"], ["signout"], ["signout", "--all"],
    ["session", "list"], ["session", "use", "x"], ["session", "remove", "x"], ["session", "export", "-"],
    ["pending", "list"], ["pending", "drop"], ["confirm-code", "123456"],
  ])
  func noCommandLeavesAnything(_ words: [String]) {
    tool.run(words + ["--no-store"])
    #expect(files == [])
  }

  @Test func importingChangesNothing() {
    let other = ToolHarness()
    other.signIn()
    other.run("session", "export", tool.folder.path + "/session")
    tool.run("session", "import", tool.folder.path + "/session", "--no-store")
    #expect(files == ["session"])
  }

  @Test func whatIsSavedIsReadAndLeftAsItIs() throws {
    let tool = ToolHarness()
    tool.signIn()
    tool.run("verify-phone", "--reauth")
    let (state, names) = (tool.folder.text(of: "config/state.json"), tool.folder.names(in: "config"))
    #expect(tool.run("whoami", "--no-store", "--field", "account.phone").output == "+16505550123\n")
    #expect(tool.run("token", "--refresh", "--no-store").status == 0)
    tool.clock.advance(700)
    for words in [
      ["confirm-code", "123456"], ["signout"], ["session", "use", "default"],
      ["session", "remove", "default"],
      ["pending", "drop"],
    ] {
      tool.run(words + ["--no-store"])
      #expect(tool.folder.text(of: "config/state.json") == state, "\(words)")
    }
    #expect(tool.folder.names(in: "config") == names)
  }
}
