import Essentials
import IdentityToolkit
import TerminalIO
import TestSupport
import Testing
import UsherTool

/// `reauth`, by every way in, and as somebody else.
struct ReauthenticationMethodTests {
  let tool = ToolHarness()

  private var authTime: String { tool.run("token", "--claims", "--field", "claims.auth_time").output }

  @Test func aPasswordSessionIsReauthenticatedByThePassword() {
    tool.signUp()
    tool.clock.advance(400)
    let terminal = ScriptedTerminal(answers: [.line(ToolHarness.password)])
    #expect(
      tool.run("reauth", terminal: terminal)
        == .init(0, output: "Re-authenticated as kim@example.com (uid \(tool.uid() ?? ""), local server).\n"))
    #expect(
      terminal.events.suffix(2) == [
        .said("Type the password of kim@example.com."), .askedSecret("Password: ", within: .seconds(600)),
      ])
    #expect(authTime == "1800000400\n")
  }

  @Test func aLinkSessionIsReauthenticatedByALink() {
    tool.signInByLink()
    tool.clock.advance(400)
    let sent = tool.run("reauth", "--json")
    #expect(sent.json?["pending"]?["kind"] == "email-link-reauth")
    let done = tool.run("complete-link", tool.link(), "--json")
    #expect(done.status == 0)
    #expect(done.json?["created"] == nil)
    #expect(authTime == "1800000400\n")
  }

  /// What another session used last says nothing of this one.
  @Test func aLinkSessionIsAskedForALinkWhateverOthersUsed() {
    tool.signInByLink()
    tool.signUp("lee@example.com", as: "lee")
    let terminal = ScriptedTerminal(answers: [.failure(.interrupted)])
    #expect(tool.run("reauth", terminal: terminal).status == 130)
    #expect(terminal.transcript.suffix(2) == ["Link from the mail: ", "To finish:\n  usher complete-link"])
  }

  @Test func noSMSIsSentUnasked() {
    tool.signIn()
    tool.clock.advance(400)
    let sent = tool.sentMessages
    let no = ScriptedTerminal(answers: ["n"])
    #expect(tool.run("reauth", terminal: no) == .init(1, errors: "Nothing was sent.\n"))
    #expect(tool.sentMessages == sent)
    let yes = ScriptedTerminal(answers: ["", .shownCode])
    #expect(tool.run("reauth", terminal: yes).status == 0)
    #expect(yes.transcript.contains("Send an SMS to +16505550123?"))
    #expect(authTime == "1800000400\n")
  }

  @Test func severalMethodsAreOfferedToAPhoneSession() {
    tool.signUpVerified()
    tool.run("link", "phone", ToolHarness.number)
    tool.run("confirm-code", tool.code())
    tool.clock.advance(60)
    tool.signIn()
    let terminal = ScriptedTerminal(answers: ["2", .line(ToolHarness.password)])
    #expect(tool.run("reauth", terminal: terminal).status == 0)
    #expect(
      terminal.transcript.dropFirst().prefix(5) == [
        "How do you want to re-authenticate?", "  1) SMS to +16505550123", "  2) password",
        "  3) e-mail link", "Which one? [1]: ",
      ])
  }

  @Test func aPhoneSessionIsReauthenticatedByACode() {
    tool.signIn()
    tool.clock.advance(400)
    #expect(tool.run("reauth", "--json").json?["pending"]?["kind"] == "phone-reauth")
    #expect(tool.run("confirm-code", tool.code()).status == 0)
    #expect(authTime == "1800000400\n")
  }

  @Test func aWayInThatWasTakenAwayIsNotAskedFor() {
    tool.signIn()
    tool.run("send-link", ToolHarness.email, "--link")
    tool.run("complete-link", tool.link())
    tool.run("unlink", "password", "--yes")
    #expect(tool.run("whoami", "--field", "session.sign_in_provider").output == "password\n")
    #expect(tool.run("reauth", "--json").json?["pending"]?["kind"] == "phone-reauth")
    #expect(tool.run("confirm-code", tool.code()).status == 0)
  }

  @Test func anIdentityIsReauthenticatedByItsProvider() {
    let file = tool.identity(#"{"sub":"g1"}"#)
    tool.run("signin", "idp", "google.com", "--id-token-file", file)
    tool.clock.advance(400)
    let bare = tool.run("reauth")
    #expect(bare.status == 64)
    let hint = "  pass its token:  usher reauth idp google.com --id-token-file FILE\n"
    #expect(bare.errors.hasSuffix(hint))
    #expect(tool.run("reauth", "idp", "google.com", "--id-token-file", file).status == 0)
    #expect(authTime == "1800000400\n")
  }

  @Test func anAnonymousSessionCannotBeReauthenticated() {
    tool.run("signin", "anonymous")
    #expect(
      tool.run("reauth")
        == .init(
          64,
          errors: """
            error: a session by anonymous cannot be re-authenticated
            usage: usher reauth [options] [PROVIDER]
              An anonymous user cannot sign in again.
              link a sign-in method first:  usher link METHOD

            """))
  }

  @Test func somebodyElseIsRefusedAndTheSessionStays() throws {
    tool.signUp("lee@example.com", as: "lee")
    let google = tool.identity(#"{"sub":"g1"}"#)
    tool.run("signin", "idp", "google.com", "--id-token-file", google, "--as", "other")
    tool.signIn("+16505550199", as: "phone")
    tool.signUp()
    let own = tool.identity(#"{"sub":"g2","email":"kim@example.com"}"#, named: "own")
    #expect(tool.run("link", "idp", "google.com", "--id-token-file", own).status == 0)
    let session = tool.run("whoami", "--json").json
    tool.clock.advance(61)
    let messages = tool.sentMessages
    let outcomes = [
      tool.run("reauth", "idp", "google.com", "--id-token-file", google, "--json"),
      tool.run("reauth", "phone", "+16505550199", "--json"),
      tool.run("send-link", "lee@example.com", "--reauth", "--json"),
    ]
    #expect(tool.sentMessages == messages)
    for outcome in outcomes {
      #expect(outcome.status == 5)
      #expect(outcome.json?["error"]?["code"] == "auth/user-mismatch")
    }
    #expect(tool.run("whoami", "--json").json == session)
  }

  @Test func aWrongPasswordProvesNothing() throws {
    tool.signUp()
    let state = try tool.state
    #expect(tool.run("reauth", "password", "--password-stdin", input: "wrong horse").status == 5)
    #expect(try tool.state == state)
  }

  @Test func whatNeedsARecentSignInNamesTheWayToProveIt() throws {
    tool.signUp()
    tool.clock.advance(301)
    let state = try tool.state
    let outcome = tool.run("account", "delete", "--yes", "--json")
    #expect(outcome.status == 8)
    #expect(outcome.json?["error"]?["code"] == "auth/requires-recent-login")
    #expect(outcome.json?["error"]?["next_step"] == ["argv": ["usher", "reauth"], "needs": []])
    #expect(tool.run("account", "update", "--password-stdin", input: "a new password").status == 8)
    #expect(try tool.state == state)
    let person = tool.run("account", "delete", "--yes")
    #expect(
      person.errors == """
        error: this change needs a recent sign-in
          re-authenticate:  usher reauth
          then run again:   usher account delete --yes

        """)
    #expect(tool.run("reauth", "password", "--password-stdin", input: ToolHarness.password).status == 0)
    #expect(tool.run("account", "delete", "--yes").status == 0)
  }
}
