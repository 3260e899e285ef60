import Essentials
import IdentityToolkit
import TestSupport
import Testing

@testable import UsherTool

/// What a new user types in the first hour, and what is said then.
struct FirstHourTests {
  let tool = ToolHarness()

  @Test func aNumberAndACodeMayBeSeveralWords() {
    #expect(
      tool.run("verify-phone", "+1", "650", "555", "3434").output.hasPrefix("Code sent to +16505553434."))
    #expect(tool.run("confirm-code", "65", "43").errors.hasPrefix("error: that code has 4 digits, not six\n"))
    #expect(tool.run("confirm-code", "65", "43", "21", "7").status == 65)
    #expect(tool.run("confirm-code", "65", "43", "21").output.hasPrefix("Signed in as +16505553434 "))
  }

  @Test(arguments: [
    ["verify-phone", "+1650", "kim"], ["verify-phone", "+1", "-6505553434"], ["verify-phone", "kim", "650"],
    ["confirm-code", "65", "4x"], ["verify-phone", "+431234567", "654321"],
    ["verify-phone", "+1", "+16505553434"], ["confirm-code", "654321", "654321"],
  ])
  func otherWordsAreNotJoined(_ words: [String]) {
    #expect(tool.run(words).status == 64)
  }

  @Test func withoutATerminalANumberIsAPhoneSignIn() {
    let outcome = tool.run("signin", "+1 650 555 3434", "--json")
    #expect(outcome.status == 0)
    #expect(outcome.json?["next_step"]?["argv"] == ["usher", "confirm-code", "--pending", "p1"])
  }

  @Test func withoutATerminalAnAddressNamesItsWays() {
    let outcome = tool.run("signin", "kim@example.com")
    #expect(outcome.status == 64)
    #expect(
      outcome.errors == """
        error: kim@example.com can sign in by password or by e-mail link
        usage: usher signin [options] [WHO]
          by password:     usher signin password kim@example.com --password-file FILE
          by e-mail link:  usher signin email-link kim@example.com

        """)
  }

  @Test(arguments: ["pending", "mfa", "session", "profile", "config"])
  func aGroupAloneListsAtATerminalOnly(_ group: String) {
    tool.signUp()
    let listed = tool.run(group, "list", terminal: ScriptedTerminal())
    #expect(listed.status == 0)
    #expect(tool.run(group, terminal: ScriptedTerminal()) == listed)
    #expect(tool.run(group).status == 64)
    #expect(tool.run(group, "--json", terminal: ScriptedTerminal()).status == 64)
    tool.environment["CI"] = "true"
    #expect(tool.run(group, terminal: ScriptedTerminal()).status == 64)
  }

  @Test func theToolAlonePrintsItsHelpAndFails() {
    let outcome = tool.run()
    #expect(outcome.status == 64 && outcome.errors.isEmpty)
    #expect(outcome.output == tool.run("help").output)
    #expect(outcome.output.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 22)
  }

  @Test func anObjectIsIndentedForPeopleAndOneLineInJSON() {
    tool.signUp()
    #expect(tool.run("token", "--claims").lines.first == "{")
    #expect(JSONValue(json: Data(tool.run("token", "--claims").output.utf8))?["email"] == "kim@example.com")
    #expect(tool.run("token", "--claims", "--json").lines.count == 1)
    #expect(tool.run("project", "get", "mfa").lines.first == "{")
    #expect(tool.run("project", "get", "mfa.state").output == "ENABLED\n")
    #expect(tool.run("token", "inspect").lines.first?.hasPrefix("ID token of kim@example.com") == true)
  }

  @Test func whoIsNotSignedInIsToldWhoIs() {
    tool.signUp()
    tool.run("signin", "anonymous", "--as", "bob")
    #expect(
      tool.run("whoami", "--as", "nobody").errors
        == """
        error: no user is signed in as 'nobody'
          These sessions are signed in here: bob, default.
          use one of them, such as --as bob

        """.replacing("  use one", with: "  Use one").replacing("--as bob\n", with: "--as bob.\n"))
    #expect(
      tool.run("signin", "anonymous", "--as", "eve").errors
        == "Without --as, commands still use the session default.\nTo change that:\n  usher session use eve\n"
    )
  }

  @Test func aTakenAddressIsRefusedBeforeAPasswordIsChosen() {
    tool.signUp()
    let terminal = ScriptedTerminal()
    let outcome = tool.run("signup", ToolHarness.email, terminal: terminal)
    #expect(outcome.status == 65)
    #expect(
      outcome.errors == """
        error: another account has this address
          sign in to it:        usher signin kim@example.com
          forgot the password?  usher send-link kim@example.com --purpose reset-password

        """)
  }

  @Test(arguments: ["enable", "disable"]) func aProviderIsNoFeature(_ command: String) {
    #expect(
      tool.run("project", command, "google").errors.hasPrefix(
        "error: 'google' is not valid for FEATURE: "
          + "it is an identity provider: use usher project provider set\n"))
  }

  /// Nobody was asked, so a server that does not tell decides at the sign-up.
  @Test func aServerThatDoesNotTellOfAnAddressRefusesNoSignUp() {
    tool.run("local", "fail", "createAuthUri", "INTERNAL_ERROR", "--times", "9")
    let terminal = ScriptedTerminal(answers: [.line(ToolHarness.password), .line(ToolHarness.password)])
    #expect(tool.run("signup", "new@example.com", terminal: terminal).status == 0)
  }

  @Test func aLinkOfAnotherSessionsAccountIsLeftToIt() {
    for name in ["alice", "bob"] { tool.run("signin", "anonymous", "--as", name) }
    tool.run("link", "email-link", ToolHarness.email, "--as", "bob")
    tool.run("link", "email-link", ToolHarness.email, "--as", "alice", "--resend")
    let link = tool.link()
    tool.run("pending", "drop", "p2")
    #expect(
      tool.run("complete-link", link, "--as", "alice", "--email", ToolHarness.email).status == 0)
  }

  @Test func aLinkThatSignsInAnotherSessionEndsItsStep() {
    tool.run("send-link", ToolHarness.email)
    let link = tool.link()
    #expect(tool.run("complete-link", link, "--as", "carol", "--email", ToolHarness.email).status == 0)
    #expect(tool.run("pending", "list", "--json").json?["pending"] == [])
  }

  @Test func anAccountIsShownWithAllThatItIsCalled() {
    tool.signUp()
    tool.run("account", "update", "--display-name", "Kim Lee")
    #expect(tool.run("whoami").output.hasPrefix("kim@example.com, Kim Lee (uid "))
    #expect(tool.run("status").output.contains("kim@example.com, Kim Lee (uid "))
    #expect(
      tool.run("account", "update", "--name", "Kim").errors.hasSuffix("Did you mean --display-name?\n"))
  }

  @Test func statusOfASessionIsOfThatSessionAlone() {
    tool.signUp()
    tool.run("signin", "anonymous", "--as", "bob")
    #expect(tool.run("status").output.contains("Session  bob"))
    #expect(!tool.run("status", "--as", "default").output.contains("bob"))
  }

  @Test func whatASignInByLinkEndsIsSaid() {
    tool.signUp()
    tool.run("send-link", ToolHarness.email)
    let outcome = tool.run("complete-link", tool.link())
    #expect(
      outcome.errors == """
        warning: the password from before the address was verified may no longer work
          set a new password:  usher link password

        """)
    tool.run("send-link", ToolHarness.email)
    #expect(tool.run("complete-link", tool.link()).errors == "")
  }

  @Test func whoSignsOutIsToldWhichSessionIsUsedNext() {
    tool.signUp()
    tool.run("signin", "anonymous", "--as", "bob")
    tool.run("session", "use", "bob")
    #expect(tool.run("signout").errors == "Commands now use the session default (kim@example.com).\n")
    #expect(tool.run("signout").errors == "")
  }

  @Test func whoSignsOutHereIsToldOfOtherPlaces() {
    tool.signUp()
    tool.run("signin", "anonymous", "--endpoint", "local", "--project", "demo-other")
    #expect(
      tool.run("signout", "--all").errors
        == "Users are still signed in at other places. To see them:\n  usher status --all\n")
    #expect(tool.run("signout", "--all", "--endpoint", "local", "--project", "demo-other").errors == "")
  }

  @Test func aZeroAfterTheCountryCodeIsNamed() {
    #expect(
      tool.run("verify-phone", "+33 06 12 34 56 79").errors
        == "error: the 0 after +33 is not part of the international number\n  Leave it out, as in +44 20 7946 0000.\n"
    )
  }

  // MARK: - A refusal names the command that mends it

  /// A command that is refused, and the command that the hint names.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let before: [String]
    let refused: [String]
    let mending: [String]

    var testDescription: String { mending.joined(separator: " ") }
  }

  static let refusals = [
    Refusal(
      before: ["project", "region", "deny", "US"], refused: ["verify-phone", "+16505550123", "--no-wait"],
      mending: ["usher", "project", "region", "allow", "US"]),
    Refusal(
      before: ["project", "region", "deny", "VN"], refused: ["verify-phone", "+84912345678", "--no-wait"],
      mending: ["usher", "project", "region", "allow", "VN"]),
    Refusal(
      before: [], refused: ["send-link", "kim@example.com", "--continue-url", "https://app.example.com/x"],
      mending: ["usher", "project", "domain", "add", "app.example.com"]),
    Refusal(
      before: ["project", "disable", "sign-up"],
      refused: ["signup", "--email", "lee@example.com", "--password-stdin"],
      mending: ["usher", "project", "enable", "sign-up"]),
    Refusal(
      before: ["project", "disable", "anonymous"], refused: ["signin", "anonymous"],
      mending: ["usher", "project", "enable", "anonymous"]),
    Refusal(
      before: ["project", "disable", "password"],
      refused: ["signup", "--email", "lee@example.com", "--password-stdin"],
      mending: ["usher", "project", "enable", "password"]),
    Refusal(
      before: ["project", "disable", "phone"], refused: ["verify-phone", "+16505550123", "--no-wait"],
      mending: ["usher", "project", "enable", "phone"]),
    Refusal(
      before: ["project", "disable", "email-link"], refused: ["send-link", "kim@example.com"],
      mending: ["usher", "project", "enable", "email-link"]),
  ]

  @Test(arguments: refusals) func theHintOfARefusalMendsIt(_ refusal: Refusal) {
    let input = "correct horse"
    if !refusal.before.isEmpty { tool.run(refusal.before) }
    let outcome = tool.run(refusal.refused + ["--json"], input: input)
    #expect(outcome.status == 12, "\(outcome.errors)")
    #expect(
      outcome.json?["error"]?["next_step"]?["argv"] == .array(refusal.mending.map { .string($0) }),
      "\(outcome.errors)")
    let mended = tool.run(Array(refusal.mending.dropFirst()))
    #expect(mended.status == 0, "\(mended.errors)")
    let again = tool.run(refusal.refused + ["--json"], input: input)
    #expect(again.status == 0, "\(again.errors)")
  }

  @Test func aRefusedDeletionNamesItsOwnFeature() {
    tool.signUp()
    tool.run("project", "disable", "account-deletion")
    let refused = tool.run("account", "delete", "--yes", "--json")
    #expect(
      refused.json?["error"]?["next_step"]?["argv"] == ["usher", "project", "enable", "account-deletion"])
    tool.run("project", "enable", "account-deletion")
    #expect(tool.run("account", "delete", "--yes").status == 0)
  }

  @Test func aWeakPasswordNamesTheRulesOfTheProject() {
    tool.run(
      "project", "set", "passwordPolicyConfig",
      #"""
      {"passwordPolicyEnforcementState":"ENFORCE","passwordPolicyVersions":[{"customStrengthOptions":
      {"minPasswordLength":12,"containsNumericCharacter":true,"containsUppercaseCharacter":true}}]}
      """#)
    let outcome = tool.run("signup", "--email", "kim@example.com", "--password-stdin", input: "correct")
    #expect(
      outcome.errors == """
        error: this password does not meet the project's password policy
          Use a password with at least 12 characters, a capital letter, a digit.
          to see the project's policy, its owner can run:
            usher project get passwordPolicyConfig

        """)
    #expect(
      tool.run("signup", "--email", "kim@example.com", "--password-stdin", input: "cor").errors
        == "error: this password is too weak\n  Use at least six characters.\n")
  }
}
