import Essentials
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// One account with many ways in, and what belongs to another.
struct LinkedAccountTests {
  let tool = ToolHarness()

  /// Tries to add the number of another account; the outcome, and who that is.
  private func linkNumberOfAnother() -> (outcome: ToolHarness.Outcome, owner: JSONValue?) {
    let owner = tool.signIn(as: "owner").json?["account"]?["uid"]
    tool.run("pending", "drop", "--as", "owner")
    tool.signInByLink()
    tool.clock.advance(61)
    tool.run("link", "phone", ToolHarness.number)
    return (tool.run("confirm-code", tool.code(), "--json"), owner)
  }

  @Test func theNumberOfAnotherAccountCanBeSignedInToInstead() throws {
    let (outcome, owner) = linkNumberOfAnother()
    #expect(outcome.status == 9)
    #expect(outcome.json?["error"]?["code"] == "auth/credential-already-in-use")
    let next = outcome.json?["error"]?["next_step"]?["argv"]?.array?.compactMap(\.string) ?? []
    #expect(next.prefix(3) == ["usher", "confirm-code", "--pending"])
    #expect(tool.run("whoami", "--field", "account.email").output == "kim@example.com\n")
    let messages = tool.sentMessages
    let done = tool.run(Array(next.dropFirst()) + ["--json"])
    #expect(done.status == 0)
    #expect(done.json?["account"]?["uid"] == owner)
    #expect(tool.sentMessages == messages)
    #expect(tool.run("pending", "list").output == "")
    #expect(tool.run(Array(next.dropFirst())).status == 64)
  }

  @Test func theProofOfAnotherNumberRunsOut() {
    let (outcome, _) = linkNumberOfAnother()
    let next = outcome.json?["error"]?["next_step"]?["argv"]?.array?.compactMap(\.string) ?? []
    tool.clock.advance(3601)
    #expect(tool.run(Array(next.dropFirst())).status == 6)
    #expect(tool.run("whoami", "--field", "account.email").output == "kim@example.com\n")
  }

  @Test func theNumberOfAnotherAccountDoesNotReplaceOnesOwn() {
    tool.signIn("+16505550199", as: "owner")
    tool.signIn()
    tool.clock.advance(61)
    tool.run("verify-phone", "--update", "+16505550199")
    #expect(tool.run("confirm-code", tool.code(for: "+16505550199")).status == 9)
    #expect(tool.run("whoami", "--field", "account.phone").output == ToolHarness.number + "\n")
  }

  @Test func aPasswordIsAddedAndSignsInToTheSameAccount() {
    let uid = tool.signIn().json?["account"]?["uid"]
    let outcome = tool.run(
      "link", "password", "--email", ToolHarness.email, "--password-stdin", "--json",
      input: ToolHarness.password)
    #expect(outcome.status == 0)
    #expect(outcome.json?["account"]?["providers"] == ["phone", "password"])
    #expect(tool.signInByPassword(as: "other").json?["account"]?["uid"] == uid)
    let twice = tool.run(
      "link", "password", "--password-stdin", "--json", input: ToolHarness.password)
    #expect(twice.status == 9)
    #expect(twice.json?["error"]?["code"] == "auth/provider-already-linked")
  }

  @Test func theAddressOfAnotherAccountIsNotTakenByAPassword() {
    tool.signUp(as: "owner")
    tool.signIn()
    let outcome = tool.run(
      "link", "password", "--email", ToolHarness.email, "--password-stdin", "--json",
      input: ToolHarness.password)
    #expect(outcome.status == 9)
    #expect(tool.run("whoami", "--field", "account.email").output == "\n")
  }

  @Test(arguments: [
    ["link", "phone", ToolHarness.number], ["link", "email-link", ToolHarness.email],
    ["link", "password", "--email", ToolHarness.email, "--password-stdin"],
    ["link", "idp", "google.com", "--id-token-file", "-"], ["unlink", "phone"], ["reauth"],
    ["reauth", "phone"], ["reauth", "email-link"], ["reauth", "password", "--password-stdin"],
    ["reauth", "idp", "google.com", "--id-token-file", "-"], ["account", "update", "--display-name", "x"],
    ["account", "refresh"], ["account", "delete", "--yes"],
  ])
  func whatIsAboutAnAccountWantsOne(_ words: [String]) {
    let outcome = tool.run(words + ["--json"], input: "secret horse")
    #expect(outcome.status == 4)
    #expect(outcome.json?["error"]?["code"] == "auth/no-current-user")
    #expect(tool.sentMessages == 0)
  }

  @Test func aLinkOfAnAddressOfAnotherAccountCanSignInToThatOne() throws {
    let uid = tool.signInByLink().json?["account"]?["uid"]
    tool.signIn(as: "phone")
    tool.run("send-link", ToolHarness.email, "--link", "--as", "phone")
    let link = tool.link()
    #expect(
      tool.run("complete-link", link, "--as", "phone")
        == .init(
          9,
          errors: """
            error: another account has this address
              sign in to the other account with this link:
                usher complete-link --pending p4 --as phone

            """))
    let signedIn = tool.run("complete-link", "--pending", "p4", link, "--as", "phone", "--json")
    #expect(signedIn.status == 0)
    #expect(signedIn.json?["created"] == false)
    #expect(signedIn.json?["account"]?["uid"] == uid)
    #expect(tool.run("pending", "list").output == "")
  }

  @Test func aWayInIsTakenAway() {
    tool.signIn()
    tool.run("send-link", ToolHarness.email, "--link")
    tool.run("complete-link", tool.link())
    #expect(
      tool.run("unlink", "google.com")
        == .init(
          65,
          errors: """
            error: the account has no provider google.com linked
              see the providers:  usher whoami --field account.providers

            """))
    let uid = tool.uid() ?? ""
    #expect(
      tool.run("link", "google", "--identity", "kim@google.example")
        == .init(0, output: "Linked Google to kim@example.com (uid \(uid), local server).\n"))
    #expect(tool.run("unlink", "google.com") == .init(0, output: "Unlinked Google.\n"))
    #expect(tool.run("unlink", "phone") == .init(0, output: "Unlinked phone.\n"))
    #expect(tool.run("whoami", "--field", "account.providers").output == #"["password"]"# + "\n")
    #expect(tool.run("whoami", "--field", "account.phone").output == "\n")
    tool.clock.advance(61)
    #expect(tool.signIn(as: "new").json?["created"] == true)
  }

  @Test func takingThePasswordAwayAsks() throws {
    tool.signIn()
    tool.run("send-link", ToolHarness.email, "--link")
    tool.run("complete-link", tool.link())
    let state = try tool.state
    #expect(tool.run("unlink", "password").status == 64)
    #expect(try tool.state == state)
    let no = ScriptedTerminal(answers: ["n"])
    #expect(tool.run("unlink", "password", terminal: no).status != 0)
    #expect(
      no.transcript.suffix(2) == [
        "Unlink the password? This also removes sign-in by e-mail link.", "Yes or no? [no]: ",
      ])
    #expect(try tool.state == state)
    #expect(tool.run("unlink", "password", terminal: ScriptedTerminal(answers: ["y"])).status == 0)
    #expect(tool.run("whoami", "--field", "account.providers").output == #"["phone"]"# + "\n")
    // The address stays, as at the service, and its mails sign in again.
    #expect(tool.signInByLink(as: "again").json?["created"] == false)
  }

  @Test func aLinkTakesOverAnAccountWhoseAddressNobodyVerified() {
    let uid = tool.signUp(as: "squatter").json?["account"]?["uid"]
    tool.clock.advance(1)
    let owner = tool.signInByLink()
    #expect(owner.json?["account"]?["uid"] == uid)
    #expect(owner.json?["account"]?["email_verified"] == true)
    #expect(tool.signInByPassword(as: "squatter").status == 5)
    #expect(tool.run("token", "--refresh", "--as", "squatter").status == 4)
    #expect(tool.run("token", "--refresh").status == 0)
  }

  @Test func aSessionOfTheSameSecondEndsToo() {
    tool.signUp(as: "squatter")
    tool.signInByLink()
    #expect(tool.run("token", "--refresh", "--as", "squatter").status == 4)
    #expect(tool.run("token", "--refresh").status == 0)
  }

  @Test func aProvenAccountKeepsPasswordAndLink() {
    tool.signUp(as: "first")
    tool.run("send-link", "--purpose", "verify-email", "--as", "first")
    tool.run("complete-link", tool.link(), "--as", "first")
    let uid = tool.signInByLink().json?["account"]?["uid"]
    #expect(tool.signInByPassword(as: "other").json?["account"]?["uid"] == uid)
    #expect(tool.run("token", "--refresh", "--as", "first").status == 0)
  }

  @Test func theOnlySignInMethodIsUnlinkedOnlyIfThatIsMeant() {
    tool.signIn()
    let refused = tool.run("unlink", "phone")
    #expect(refused.status == 64)
    #expect(tool.run("whoami", "--field", "account.providers").output.contains("phone"))
    #expect(tool.run("unlink", "phone", "--yes").status == 0)
  }
}
