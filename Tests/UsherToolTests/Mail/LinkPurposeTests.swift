import Essentials
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// Links that do something else than sign in.
struct LinkPurposeTests {
  let tool = ToolHarness()
  private let new = "kim@new.example"

  @Test func whoHasNoAddressHasNoneToChange() throws {
    tool.signIn()
    let state = try tool.state
    #expect(
      tool.run("send-link", "--purpose", "change-email", "new@example.com")
        == .init(
          10,
          errors: """
            error: the account has no address to change
              link one:  usher send-link EMAIL --link

            """))
    #expect(try tool.state == state)
  }

  @Test func anAddressIsVerified() {
    tool.signUp()
    #expect(
      tool.run("send-link", "--purpose", "verify-email", "--json").json?["pending"]?["kind"] == "verify-email"
    )
    #expect(
      tool.run("complete-link", tool.link()) == .init(0, output: "The address kim@example.com is verified.\n")
    )
    #expect(tool.run("whoami", "--field", "account.email_verified").output == "true\n")
    #expect(tool.run("token", "--claims", "--field", "claims.email_verified").output == "true\n")
    #expect(tool.run("pending", "list").output == "")
    #expect(tool.run("complete-link", tool.link()).status == 6)
  }

  @Test func onlyTheAccountsOwnAddressIsVerified() {
    tool.signUp()
    #expect(
      tool.run("send-link", "--purpose", "verify-email", "eve@example.com").errors
        == """
        error: verify-email verifies the account's own address
        usage: usher send-link [options] [EMAIL]
          Leave EMAIL out.

        """)
    tool.signIn(as: "phone")
    #expect(tool.run("send-link", "--purpose", "verify-email", "--as", "phone").status == 10)
    #expect(tool.run("local", "outbox", "--email", ToolHarness.email).output == "")
  }

  @Test func aLinkToProveAnAddressWorksWhereNobodyIsSignedIn() {
    tool.signUp()
    tool.run("send-link", "--purpose", "verify-email")
    tool.run("signout")
    let outcome = tool.run("complete-link", tool.link(), "--json")
    #expect(outcome.status == 0)
    #expect(outcome.json?["operation"] == "verifyEmail")
    #expect(outcome.json?["email"] == "kim@example.com")
    #expect(tool.run("whoami").status == 4)
  }

  @Test func aNewPasswordThatIsMissingHasAnOptionOfItsOwn() {
    tool.signUp()
    tool.run("send-link", "--purpose", "reset-password", ToolHarness.email)
    let outcome = tool.run("complete-link", tool.link())
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasSuffix("  Pass it with --new-password-file FILE.\n"))
  }

  @Test func aPasswordIsResetAndOtherSessionsEnd() {
    tool.signUp()
    tool.signInByPassword(as: "other")
    tool.clock.advance(60)
    tool.run("send-link", "--purpose", "reset-password", ToolHarness.email)
    let link = tool.link()
    let file = tool.file("a new password\n")
    #expect(
      tool.run("complete-link", link, "--new-password-file", file)
        == .init(
          0,
          output: "The password of kim@example.com is changed. Other sessions have ended.\n",
          errors: "To sign in:\n  usher signin password --email kim@example.com\n"))
    #expect(tool.run("token", "--refresh", "--as", "other").status == 4)
    #expect(tool.run("token", "--refresh").status == 4)
    #expect(tool.signInByPassword().status == 5)
    #expect(tool.signInByPassword(ToolHarness.email, "a new password").status == 0)
    #expect(tool.run("complete-link", link, "--new-password-file", file).status == 6)
    #expect(tool.run("pending", "list").output == "")
  }

  @Test func theNewPasswordIsAskedForTwiceOnceTheLinkIsKnownToBeGood() {
    tool.signUp()
    tool.run("send-link", "--purpose", "reset-password", ToolHarness.email)
    let link = tool.link()
    let terminal = ScriptedTerminal(answers: ["a new password", "a new password"])
    #expect(tool.run("complete-link", link, terminal: terminal).status == 0)
    #expect(
      terminal.events.suffix(3) == [
        .said("Choose a password for kim@example.com."),
        .askedSecret("New password: ", within: .seconds(600)),
        .askedSecret("Type it again: ", within: .seconds(600)),
      ])
    #expect(tool.run("complete-link", link, terminal: ScriptedTerminal()).status == 6)
  }

  @Test(arguments: [("", 65), ("\n", 65), ("short", 65)] as [(String, Int32)])
  func aBadNewPasswordLeavesTheLinkUsable(_ password: String, _ status: Int32) {
    tool.signUp()
    tool.run("send-link", "--purpose", "reset-password", ToolHarness.email)
    let link = tool.link()
    #expect(tool.run("complete-link", link).status == 64)
    #expect(tool.run("complete-link", link, "--new-password-file", "-", input: password).status == status)
    #expect(
      tool.run("complete-link", link, "--new-password-file", "-", input: "a new password").status == 0)
  }

  @Test func anAddressIsChangedAndCanBeRecovered() {
    let uid = tool.signUp().json?["account"]?["uid"]
    tool.signInByPassword(as: "other")
    tool.clock.advance(1)
    #expect(
      tool.run("send-link", "--purpose", "change-email", new, "--json").json?["pending"]?["kind"]
        == "change-email")
    #expect(
      tool.run("complete-link", tool.link(to: new))
        == .init(
          0, output: "The address is now kim@new.example.\n",
          errors: "Your session here has ended. Sign in again.\n"))
    #expect(tool.run("token", "--refresh", "--as", "other").status == 4)
    #expect(tool.run("whoami").status == 4)
    #expect(tool.signInByPassword(new).json?["account"]?["uid"] == uid)

    #expect(tool.link().contains("mode=recoverEmail"))
    let recovered = tool.run("complete-link", tool.link(), "--json")
    #expect(recovered.status == 0)
    #expect(recovered.json?["operation"] == "recoverEmail")
    #expect(recovered.json?["email"] == "kim@example.com")
    #expect(tool.signInByPassword().json?["account"]?["uid"] == uid)
    #expect(tool.signInByPassword(new).status == 5)
  }

  @Test func aChangeOfAddressWantsARecentSignIn() {
    tool.signUp()
    tool.clock.advance(301)
    let outcome = tool.run("send-link", "--purpose", "change-email", new, "--json")
    #expect(outcome.status == 8)
    #expect(outcome.json?["error"]?["code"] == "auth/requires-recent-login")
    #expect(tool.sentMessages == 0)
  }

  @Test func anAddressIsAddedToTheAccount() {
    let uid = tool.signIn().json?["account"]?["uid"]
    #expect(
      tool.run("send-link", ToolHarness.email, "--link", "--json").json?["pending"]?["kind"]
        == "email-link-link")
    #expect(tool.link().contains("usherOperation%3Dlink"))
    #expect(!tool.link().contains("kim"))
    let outcome = tool.run("complete-link", tool.link(), "--json")
    #expect(outcome.json?["account"]?["uid"] == uid)
    #expect(outcome.json?["account"]?["providers"] == ["phone", "password"])
    #expect(outcome.json?["account"]?["email_verified"] == true)
    #expect(tool.signInByLink(as: "again").json?["account"]?["uid"] == uid)
  }

  @Test(arguments: [["--link"], ["--reauth"]])
  func whatWasStartedInASessionIsFinishedThere(_ words: [String]) throws {
    let address = words == ["--link"] ? "lee@example.com" : ToolHarness.email
    if words == ["--link"] { tool.signIn("+16505550121") } else { tool.signInByLink() }
    tool.clock.advance(100)
    #expect(tool.run(["send-link", address, "--resend"] + words).status == 0)
    let link = tool.link(to: address)
    let elsewhere = ToolHarness.Outcome(
      4,
      errors: """
        error: the link belongs to a session that is not on this machine
          Finish where you asked for the link.

        """)
    #expect(tool.run("complete-link", link, "--as", "nobody", "--email", address) == elsewhere)
    tool.signIn(as: "somebody")
    let state = try tool.state
    #expect(tool.run("complete-link", link, "--as", "somebody", "--email", address) == elsewhere)
    #expect(try tool.state == state)
    #expect(tool.run("complete-link", link).status == 0)
  }

  @Test func aLinkThatCouldOnlyBeRefusedIsNotSent() {
    tool.signInByLink()
    let messages = tool.sentMessages
    #expect(
      tool.run("link", "email-link", "lee@example.com")
        == .init(
          9,
          errors: """
            error: the account already has an e-mail address linked
              change the address:  usher send-link lee@example.com --purpose change-email

            """))
    #expect(tool.run("link", "email-link", ToolHarness.email).status == 9)
    #expect(tool.run("link", "email-link", "lee@example.com", "--wait").status == 9)
    #expect(
      tool.run("send-link", "lee@example.com", "--reauth")
        == .init(
          5,
          errors: """
            error: this credential belongs to another user
              The session is unchanged: use a credential of the account that whoami shows.

            """))
    #expect(tool.sentMessages == messages)
  }

  /// What is saved of the account may be older than what the server has.
  @Test func anAddressThatWasChangedElsewhereIsTheAccountsOwn() {
    let uid = tool.signIn().json?["account"]?["uid"]?.string ?? ""
    tool.run("send-link", ToolHarness.email, "--link")
    tool.run("complete-link", tool.link())
    #expect(tool.run("project", "users", "update", uid, "--email", new, "--yes").status == 0)
    #expect(tool.run("send-link", new, "--reauth").status == 0)
    #expect(tool.run("send-link", ToolHarness.email, "--reauth").status == 5)
  }

  /// The address bar of the browser that opened the link is what the app's SDK is given.
  @Test(arguments: ["--link", "--reauth"]) func thePageThatTheLinkLedToIsAsGood(_ purpose: String) throws {
    let uid = (purpose == "--link" ? tool.signIn() : tool.signInByLink()).json?["account"]?["uid"]
    let page = "http://localhost:3000/finish?step=2"
    tool.run("send-link", ToolHarness.email, purpose, "--resend", "--continue-url", page)
    let link = tool.link()
    let state = try #require(link.firstRange(of: "usherOperation%3D"))
    let operation = link[state.upperBound...].prefix { $0 != "%" }
    let code = try #require(link.firstRange(of: "oobCode="))
    let opened =
      page
      + "&usherOperation=\(operation)&usherUser=\(uid?.string ?? "")&apiKey=fake-api-key&mode=signIn&oobCode="
      + link[code.upperBound...].prefix { $0 != "&" } + "&lang=en"
    #expect(tool.run("complete-link", opened, "--as", "nobody", "--email", ToolHarness.email).status == 4)
    let outcome = tool.run("complete-link", opened, "--json")
    #expect(outcome.json?["account"]?["uid"] == uid, "\(outcome)")
    #expect(tool.run("pending", "list").output == "")
  }

  @Test func theAddressOfAnotherAccountIsAConflict() throws {
    tool.signInByLink(as: "owner")
    tool.signIn()
    tool.run("send-link", ToolHarness.email, "--link", "--resend")
    let link = tool.link()
    let outcome = tool.run("complete-link", link, "--json")
    #expect(outcome.status == 9)
    #expect(tool.run("whoami", "--field", "account.email").output == "\n")
  }

  @Test func anUnknownLinkTakesNoSecondFactorOff() {
    let link =
      "https://demo-usher.firebaseapp.com/__/auth/action?mode=revertSecondFactorAddition&oobCode=c"
      + "&apiKey=fake-api-key"
    #expect(tool.run("complete-link", link).status == 6)
  }
}
