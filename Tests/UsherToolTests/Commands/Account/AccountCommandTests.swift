import AuthClient
import Essentials
import Flows
import IdentityToolkit
import TerminalIO
import TestSupport
import Testing
import UsherTool

/// `account`, `methods` and `local project`.
struct AccountCommandTests {
  let tool = ToolHarness()

  @Test func nameAndPhotoAreChangedAndCleared() throws {
    tool.signUp()
    let uid = tool.uid() ?? ""
    #expect(
      tool.run("account", "update", "--display-name", "Kim Lee", "--photo-url", "https://kim.example/p.png")
        == .init(0, output: "The account is changed.\n"))
    #expect(tool.run("whoami", "--field", "account.display_name").output == "Kim Lee\n")
    let account = try tool.state.bindings.compactMap { try tool.state[$0].sessions["default"]?.account }
    #expect(account.map(\.photoURL) == ["https://kim.example/p.png"])
    #expect(tool.run("token", "--claims", "--refresh", "--field", "claims.name").output == "Kim Lee\n")
    let cleared = tool.run(
      "account", "update", "--delete-attribute", "display-name", "--delete-attribute", "photo-url", "--json")
    #expect(cleared.json?["account"]?["display_name"] == .null)
    #expect(tool.uid() == uid)
  }

  @Test(
    arguments: [
      ([], 64), (["--delete-attribute", "email"], 64), (["--email", "kim"], 65), (["--password-stdin"], 65),
    ] as [([String], Int32)])
  func aChangeThatIsNoneIsRefused(_ words: [String], _ status: Int32) throws {
    tool.signUp()
    let state = try tool.state
    #expect(tool.run(["account", "update"] + words).status == status)
    #expect(try tool.state == state)
  }

  @Test func aNewPasswordEndsTheOtherSessions() {
    tool.signUp()
    tool.signInByPassword(as: "other")
    tool.clock.advance(60)
    #expect(tool.run("account", "update", "--password-stdin", input: "a new password").status == 0)
    #expect(tool.run("token", "--refresh").status == 0)
    #expect(tool.run("token", "--refresh", "--as", "other").status == 4)
    #expect(tool.signInByPassword(as: "other").status == 5)
    #expect(tool.signInByPassword(ToolHarness.email, "a new password", as: "other").status == 0)
  }

  @Test func anAddressIsChangedByProvingItFirst() {
    tool.signUp()
    let outcome = tool.run("account", "update", "--email", "kim@new.example")
    #expect(outcome.status == 12)
    #expect(outcome.errors.contains("usher send-link --purpose change-email"))
    tool.run("local", "project", "disable", "enumeration-protection")
    tool.signInByPassword(as: "other")
    tool.clock.advance(60)
    #expect(tool.run("account", "update", "--email", "kim@new.example").status == 0)
    #expect(tool.run("whoami", "--field", "account.email").output == "kim@new.example\n")
    #expect(tool.run("token", "--refresh").status == 0)
    #expect(tool.run("token", "--refresh", "--as", "other").status == 4)
  }

  @Test func theAccountIsAskedForAgain() {
    tool.signInByLink(as: "here")
    tool.signInByLink(as: "there")
    tool.run("account", "update", "--display-name", "Kim", "--as", "there")
    #expect(tool.run("whoami", "--as", "here", "--field", "account.display_name").output == "\n")
    #expect(
      tool.run("account", "refresh", "--as", "here") == .init(0, output: "The account is up to date.\n"))
    #expect(tool.run("whoami", "--as", "here", "--field", "account.display_name").output == "Kim\n")
  }

  @Test func anAccountIsDeletedOnceThatIsConfirmed() throws {
    tool.signUp()
    let uid = tool.uid() ?? ""
    #expect(tool.run("account", "delete").status == 64)
    let no = ScriptedTerminal(answers: ["no"])
    #expect(tool.run("account", "delete", terminal: no).status != 0)
    #expect(
      no.transcript.first == "Delete kim@example.com (uid \(uid), local server) for good?")
    #expect(tool.run("whoami").status == 0)
    #expect(
      tool.run("account", "delete", "--yes", "--json").json?["uid"] == .string(uid))
    #expect(tool.run("whoami").status == 4)
    #expect(tool.signInByPassword().status == 5)
    #expect(tool.signUp().json?["created"] == true)
  }

  @Test func otherSessionsOfADeletedAccountAreRemoved() throws {
    tool.signUp()
    tool.signInByPassword(as: "again")
    tool.signIn(as: "other")
    #expect(tool.run("account", "delete", "--yes").status == 0)
    #expect(
      tool.run("whoami", "--as", "again").errors.hasPrefix("error: no user is signed in as 'again'\n"))
    #expect(tool.run("whoami", "--as", "other").status == 0)
  }

  @Test func pendingStepsOfADeletedAccountsSessionsAreRemovedToo() throws {
    tool.signUp()
    tool.signInByPassword(as: "again")
    tool.run("send-link", "--purpose", "verify-email", "--as", "again")
    tool.run("verify-phone", "--as", "other", "+16505550199")
    #expect(tool.run("account", "delete", "--yes").status == 0)
    let pending = tool.run("pending", "list", "--json").json?["pending"]?.array ?? []
    #expect(pending.map { $0["session"] } == ["other"])
  }

  // MARK: After a sign-in that is too old

  private func signUpLongAgo() {
    tool.signUp()
    tool.clock.advance(301)
  }

  @Test func deletingLeadsThroughReauthentication() throws {
    signUpLongAgo()
    let uid = tool.uid() ?? ""
    #expect(tool.run("account", "delete", "--yes").status == 8)
    let terminal = ScriptedTerminal(answers: ["y", .line(ToolHarness.password)])
    #expect(
      tool.run("account", "delete", terminal: terminal) == .init(0, output: "Deleted kim@example.com.\n"))
    #expect(
      terminal.transcript == [
        "Delete kim@example.com (uid \(uid), local server) for good?", "Yes or no? [no]: ",
        "This change needs a recent sign-in.",
        "local server (no project configured)",
        "Type the password of kim@example.com.", "Password: ",
        "Re-authenticated as kim@example.com (uid \(uid), local server).",
      ])
    #expect(tool.run("whoami").status == 4)
    #expect(tool.signInByPassword().status == 5)
  }

  @Test func aSessionByCustomTokenIsSignedInAnewFirst() throws {
    tool.run("signin", "custom-token", "--uid", "tester")
    tool.clock.advance(301)
    let outcome = tool.run("account", "delete", "--yes", "--json")
    #expect(outcome.status == 8)
    let next = ["usher", "signin", "custom-token", "--uid", "tester"]
    #expect(outcome.json?["error"]?["next_step"] == ["argv": .array(next.map { .string($0) }), "needs": []])
    // At a terminal, too, and once.
    let terminal = ScriptedTerminal(answers: ["y"])
    #expect(
      tool.run("account", "delete", terminal: terminal)
        == .init(
          8,
          errors: """
            error: this change needs a recent sign-in
              sign in again:   \(next.joined(separator: " "))
              then run again:  usher account delete

            """))
    #expect(terminal.transcript.count == 2)
    #expect(
      tool.run("reauth").errors == """
        error: a session by custom cannot be re-authenticated
        usage: usher reauth [options] [PROVIDER]
          sign in again:  \(next.joined(separator: " "))

        """)
    tool.run(Array(next.dropFirst()))
    #expect(tool.run("account", "delete", "--yes").status == 0)
  }

  @Test func anAnonymousUserIsToldOfNoReauthentication() {
    tool.run("signin", "anonymous")
    tool.clock.advance(301)
    let outcome = tool.run("account", "delete", "--yes", "--json")
    #expect(outcome.status == 8)
    #expect(outcome.json?["error"]?["next_step"] == .null)
    #expect(
      tool.run("account", "delete", "--yes").errors == """
        error: this change needs a recent sign-in
          An anonymous user cannot sign in again.
          link a sign-in method first:  usher link METHOD

        """)
    tool.run(
      "link", "password", "--email", "kim@example.com", "--password-stdin", input: ToolHarness.password)
    #expect(tool.run("reauth", "password", "--password-stdin", input: ToolHarness.password).status == 0)
    #expect(tool.run("account", "delete", "--yes").status == 0)
  }

  @Test func whoLeavesThePageOfAProviderIsToldHowToGoOn() {
    tool.run("signin", "google", "--identity", "kim@example.com")
    tool.clock.advance(301)
    let terminal = ScriptedTerminal(answers: [.failure(.interrupted)])
    #expect(tool.run("account", "delete", "--yes", terminal: terminal).status == 130)
    #expect(terminal.transcript.last == "To go on:\n  usher account delete --yes")
  }

  @Test func whoDoesNotReauthenticateKeepsTheAccount() throws {
    signUpLongAgo()
    let state = try tool.state
    let terminal = ScriptedTerminal(answers: [.failure(.endOfInput)])
    #expect(tool.run("account", "delete", "--yes", terminal: terminal).status == 66)
    #expect(terminal.transcript.last == "To go on:\n  usher account delete --yes")
    #expect(try tool.state == state)
    #expect(tool.signInByPassword(as: "again").status == 0)
  }

  @Test func aNewPasswordLeadsThroughReauthentication() {
    signUpLongAgo()
    let file = tool.file("a new password", named: "new")
    #expect(tool.run("account", "update", "--password-file", file).status == 8)
    let terminal = ScriptedTerminal(answers: [.line(ToolHarness.password)])
    #expect(
      tool.run("account", "update", "--password-file", file, terminal: terminal)
        == .init(0, output: "The account is changed.\n"))
    #expect(tool.signInByPassword(ToolHarness.email, "a new password", as: "other").status == 0)
  }

  @Test func unenrollingLeadsThroughReauthentication() {
    tool.signUpVerified()
    tool.enrollTOTP()
    tool.clock.advance(301)
    let id = tool.factorIDs().first ?? ""
    #expect(tool.run("mfa", "unenroll", id, "--yes").status == 8)
    let terminal = ScriptedTerminal(answers: [.line(ToolHarness.password), .line(tool.totpCode())])
    let outcome = tool.run("mfa", "unenroll", id, "--yes", terminal: terminal)
    #expect(outcome.status == 0, "\(outcome.errors) \(terminal.transcript)")
    #expect(tool.factorIDs() == [])
  }

  @Test func methodsAreHiddenUnlessTheProjectTells() {
    tool.signUp()
    for address in [ToolHarness.email, "eve@example.com"] {
      #expect(
        tool.run("methods", address)
          == .init(
            0, output: "The project hides the sign-in methods: email enumeration protection is on.\n",
            errors: "To show them here:\n  usher project disable enumeration-protection\n"))
      #expect(tool.run("methods", address, "--field", "hidden").output == "true\n")
    }
    tool.run("local", "project", "disable", "enumeration-protection")
    #expect(tool.run("methods", ToolHarness.email) == .init(0, output: "password\n"))
    #expect(
      tool.run("methods", "eve@example.com")
        == .init(0, output: "No account signs in with this address.\n"))
    tool.run("send-link", "--purpose", "verify-email")
    tool.run("complete-link", tool.link())
    tool.signInByLink()
    #expect(
      tool.run("methods", ToolHarness.email, "--json").json?["methods"] == ["password", "emailLink"])
  }

  @Test func theProjectIsShownAndChanged() {
    #expect(tool.run("local", "project", "get", "signIn.email.enabled").output == "true\n")
    #expect(tool.run("local", "project", "get", "no.such").status == 1)
    #expect(
      tool.run("local", "project", "disable", "email-link") == .init(0, output: "email-link: on → off\n"))
    #expect(
      tool.run("local", "project", "get", "signIn.email").output
        == "{\n  \"enabled\": true,\n  \"passwordRequired\": true\n}\n")
    #expect(tool.run("local", "project", "enable", "email-link").status == 0)
    #expect(
      tool.run("local", "project", "set", "signIn.anonymous.enabled", "false", "--json").json?["value"]
        == false)
    #expect(
      tool.run("local", "project", "get", "signIn.anonymous.enabled", "--field", "value").output == "false\n")
    #expect(tool.run("local", "project", "enable", "sms").status == 64)
    #expect(tool.run("local", "project", "set", "signIn.email.enabled", "perhaps").status != 0)
    #expect(tool.run("local", "project", "get", "signIn.email.enabled").output == "true\n")
  }

  @Test func whoMayCreateAndDeleteAccountsIsSwitched() {
    for (feature, permission) in [
      ("sign-up", "disabledUserSignup"), ("account-deletion", "disabledUserDeletion"),
    ] {
      let isDisabled = { tool.run("local", "project", "get", "client.permissions.\(permission)").output }
      #expect(tool.run("local", "project", "disable", feature) == .init(0, output: "\(feature): on → off\n"))
      #expect(isDisabled() == "true\n")
      #expect(tool.run("local", "project", "enable", feature) == .init(0, output: "\(feature): off → on\n"))
      #expect(isDisabled() == "false\n")
    }
    tool.run("local", "project", "disable", "sign-up")
    let refused = tool.run("signin", "anonymous")
    #expect(refused.status == 12)
    #expect(
      refused.errors.hasSuffix(
        "  allow it:      usher project enable anonymous\n  and sign-ups:  usher project enable sign-up\n"
      ), "\(refused.errors)")
    tool.run("local", "project", "enable", "sign-up")
    #expect(tool.run("signin", "anonymous").status == 0)
  }

  @Test func secondFactorsAreAllowedAndForbidden() {
    let mfa = { tool.run("local", "project", "get", "mfa", "--field", "value").output }
    let before = mfa()
    #expect(tool.run("local", "project", "disable", "mfa-sms") == .init(0, output: "mfa-sms: on → off\n"))
    #expect(tool.run("local", "project", "disable", "mfa-totp") == .init(0, output: "mfa-totp: on → off\n"))
    #expect(
      mfa()
        == #"{"enabledProviders":[],"providerConfigs":[{"state":"DISABLED","totpProviderConfig":{"adjacentIntervals":5}}],"state":"ENABLED"}"#
        + "\n")
    tool.signInByLink()
    #expect(tool.run("mfa", "enroll", "sms", ToolHarness.number, "--json").status == 12)
    for feature in ["mfa-sms", "mfa-totp", "mfa-totp"] { tool.run("local", "project", "enable", feature) }
    #expect(mfa() == before)
    // Where nothing was said yet, it turns the whole on; and a demand for second factors stays.
    tool.run("local", "project", "set", "mfa")
    tool.run("local", "project", "enable", "mfa-totp")
    #expect(
      mfa() == #"{"providerConfigs":[{"state":"ENABLED","totpProviderConfig":{}}],"state":"ENABLED"}"# + "\n")
    tool.run("local", "project", "set", "mfa.state", "MANDATORY")
    tool.run("local", "project", "enable", "mfa-sms")
    #expect(tool.run("local", "project", "get", "mfa.state").output == "MANDATORY\n")
  }

  @Test func theOutboxShowsMails() {
    tool.run("send-link", ToolHarness.email)
    tool.run("send-link", "lee@example.com")
    tool.run("verify-phone", ToolHarness.number)
    let newest = tool.run("local", "outbox", "--email", ToolHarness.email, "--latest", "--json").json
    #expect(newest?["kind"] == "email")
    #expect(newest?["to"] == "kim@example.com")
    #expect(newest?["subject"] == "Sign in to demo-usher")
    #expect(newest?["link"] == .string(tool.link()))
    #expect(newest?["text"]?.string?.contains(tool.link()) == true)
    #expect(
      tool.run("local", "outbox", "--email", "eve@example.com")
        == .init(0, errors: "No messages for project demo-usher.\n"))
    #expect(
      tool.run("local", "outbox", "--email", ToolHarness.email, "--phone", ToolHarness.number).status == 64)
    #expect(tool.run("local", "outbox", "--email", "kim").status == 65)
  }
}
