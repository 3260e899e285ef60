import Essentials
import IdentityToolkit
import LibC
import TestSupport
import Testing

@testable import UsherTool

/// What an owner of a project does about its users' sessions.
struct SessionRevocationTests {
  let tool = ToolHarness()

  @Test func revokedSessionsEndAndNewOnesDoNot() {
    tool.signUp()
    let uid = tool.uid() ?? ""
    tool.clock.advance(1)
    #expect(
      tool.run("project", "users", "revoke", ToolHarness.email)
        == .init(0, output: "Ended the sessions of \(uid).\n"))
    #expect(tool.run("token", "--refresh").status == 4)
    #expect(
      tool.run(
        "signin", "password", "--email", ToolHarness.email, "--password-stdin", input: ToolHarness.password
      ).status == 0)
    #expect(tool.run("token", "--refresh").status == 0)
  }

  @Test func nothingIsRevokedIfAnAccountIsNotThere() {
    tool.signUp()
    tool.clock.advance(1)
    #expect(tool.run("project", "users", "revoke", ToolHarness.email, "nobody@example.com").status == 65)
    #expect(tool.run("token", "--refresh").status == 0)
  }

  @Test func aSessionCookieIsPrintedAndVerified() throws {
    tool.signUp()
    let outcome = tool.run("token", "--session-cookie", "5d", "--verify", "--claims", "--json")
    let result = try #require(outcome.json)
    let claims = try #require(result["claims"])
    #expect(claims["iss"] == "https://session.firebase.google.com/demo-usher")
    #expect(claims["exp"]?.integer == (claims["iat"]?.integer ?? 0) + 432_000)
    #expect(result["verified"] == true)
    #expect(result["uid"]?.string == tool.uid())
    let cookie = try #require(result["token"]?.string)
    let inspected = tool.run("token", "inspect", "-", "--verify", input: cookie)
    #expect(inspected.lines.first == "Session cookie of kim@example.com (uid \(tool.uid() ?? ""))")
    #expect(
      inspected.lines.last
        == "  signature:  RS256, checked; nobody was asked whether the session is still valid")
    #expect(
      tool.run("token", "inspect", "-", "--verify", input: String(cookie.dropLast(8)) + "AAAAAAAA").status
        != 0)
    // A cookie is no ID token.
    #expect(tool.run("token", "--verify").status == 0)
  }

  @Test(arguments: [
    ["--session-cookie", "4m"], ["--session-cookie", "15d"], ["--session-cookie", "1h", "-H"],
  ])
  func aCookieOfAnotherLifeOrFormIsRefused(_ words: [String]) {
    tool.signUp()
    #expect(tool.run(["token"] + words).status == 64)
  }

  @Test func aLinkInPlaceOfTheStateFileHasItsOwnHint() {
    tool.signUp()
    let path = tool.folder.path(of: "config/state.json")
    rename(path, tool.folder.path(of: "elsewhere.json"))
    tool.folder.makeLink("config/state.json", to: tool.folder.path(of: "elsewhere.json"))
    #expect(
      tool.run("whoami")
        == .init(
          77,
          errors: """
            error: \(path) is not safe to use: it is a symbolic link
              It holds tokens; usher did not change it.
              Put the file itself there, or link its folder instead.

            """))
  }
}
