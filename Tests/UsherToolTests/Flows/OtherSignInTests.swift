import Essentials
import IdentityToolkit
import TerminalIO
import TestSupport
import Testing
import UsherTool

/// Anonymous accounts, custom tokens, identity providers, and `signin` by itself.
struct OtherSignInTests {
  let tool = ToolHarness()
  private static let google =
    #"{"sub":"g1","email":"kim@example.com","email_verified":true,"name":"Kim Lee"}"#

  @Test func anAnonymousAccountKeepsItsUidWhenLinked() {
    let outcome = tool.run("signin", "anonymous", "--json")
    let uid = outcome.json?["account"]?["uid"]
    #expect(outcome.json?["session"]?["sign_in_provider"] == "anonymous")
    #expect(outcome.json?["account"]?["providers"] == [])
    #expect(outcome.json?["created"] == true)
    tool.run("send-link", ToolHarness.email, "--link")
    let linked = tool.run("complete-link", tool.link(), "--json")
    #expect(linked.json?["account"]?["uid"] == uid)
    #expect(linked.json?["account"]?["email_verified"] == true)
    #expect(
      tool.run("token", "--claims", "--field", "claims.firebase.sign_in_provider").output == "password\n")
    #expect(tool.signInByLink(as: "again").json?["account"]?["uid"] == uid)
  }

  @Test func anAnonymousAccountTakesAnyWayIn() {
    let (email, file) = (ToolHarness.email, tool.identity(Self.google))
    for (name, words) in [
      ("a", ["link", "password", "--email", email, "--password-stdin"]),
      ("b", ["link", "phone", ToolHarness.number]),
      ("c", ["link", "idp", "google.com", "--id-token-file", file]),
    ] {
      if name == "c" { tool.run("account", "delete", "--yes", "--as", "a") }
      let uid = tool.run("signin", "anonymous", "--json", "--as", name).json?["account"]?["uid"]
      var outcome = tool.run(words + ["--json", "--as", name], input: ToolHarness.password)
      if name == "b" { outcome = tool.run("confirm-code", tool.code(), "--json", "--as", name) }
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.json?["account"]?["uid"] == uid)
    }
  }

  @Test func aTestUserWithClaimsNeedsOneCommand() {
    let outcome = tool.run(
      "signin", "custom-token", "--uid", "tester", "--claims", #"{"role":"admin"}"#, "--json")
    #expect(outcome.status == 0)
    #expect(outcome.json?["account"]?["uid"] == "tester")
    #expect(outcome.json?["session"]?["sign_in_provider"] == "custom")
    #expect(outcome.json?["created"] == true)
    #expect(tool.run("token", "--claims", "--field", "claims.role").output == "admin\n")
    #expect(
      tool.run("signin", "custom-token", "--uid", "tester", "--field", "created").output == "false\n")
  }

  @Test(
    arguments: [
      ([], 64), (["--uid", "u", "--token-file", "x"], 64), (["--token-file", "x", "--claims", "{}"], 64),
      (["--token-file", "x", "--service-account", "y"], 64), (["--uid", ""], 65),
      (["--uid", String(repeating: "u", count: 129)], 65), (["--uid", "u", "--claims", "[1]"], 65),
      (["--uid", "u", "--claims", "{"], 65), (["--token-file", "/nowhere"], 65), (["--token-file", "-"], 65),
      (["--uid", "u", "--claims", #"{"sub":"x"}"#], 65),
      (["--uid", "u", "--claims", #"{"a":\#(deep(511))}"#], 65),
      (["--uid", "u", "--claims", #"{"a":\#(deep(33))}"#, "--endpoint", "http://127.0.0.1:1"], 65),
      (["--uid", "u", "--service-account", "/nowhere"], 65), (["--custom-token", "x"], 64),
    ] as [([String], Int32)])
  func aCustomTokenThatCannotBeMadeIsRefused(_ words: [String], _ status: Int32) {
    #expect(tool.run(["signin", "custom-token"] + words).status == status)
    #expect(tool.run("whoami").status == 4)
  }

  private static func deep(_ levels: Int) -> String {
    String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
  }

  @Test func whatGoesTooDeepIsNotRepeated() {
    for words in [
      ["signin", "custom-token", "--uid", "u", "--claims", #"{"s3cret":\#(Self.deep(511))}"#],
      ["local", "project", "set", "usher", #"{"s3cret":\#(Self.deep(511))}"#],
    ] {
      let outcome = tool.run(words)
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("may be nested 32 levels deep, and no deeper"))
      #expect(!outcome.errors.contains("s3cret"))
    }
  }

  @Test func aCustomTokenOfAStrangerIsRefused() {
    let token = tool.file(
      TokenFixture.token(#"{"uid":"admin","iat":1800000000,"exp":1800003600}"#), named: "token")
    #expect(tool.run("signin", "custom-token", "--token-file", token).status == 5)
    #expect(tool.run("signin", "custom-token", "--token-file", tool.file("x.y.z")).status == 5)
    #expect(tool.run("whoami").status == 4)
  }

  @Test func aRealProjectWantsItsServiceAccount() {
    tool.environment["USHER_API_KEY"] = "key1"
    tool.environment["USHER_PROJECT"] = "shop"
    let server = TransportStub()
    tool.network = server
    let outcome = tool.run("signin", "custom-token", "--uid", "u")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("  Pass --service-account FILE."))
    let notKey = tool.file(#"{"client_email":"a@b.c","private_key":"none"}"#)
    #expect(tool.run("signin", "custom-token", "--uid", "u", "--service-account", notKey).status == 65)
    #expect(server.requests.isEmpty)
  }

  @Test func anIdentityProvidersTokenSignsIn() {
    let token = tool.identityToken(Self.google)
    let file = tool.file(token + "\n")
    let outcome = tool.run("signin", "idp", "google.com", "--id-token-file", file, "--json")
    #expect(outcome.status == 0)
    #expect(outcome.json?["created"] == true)
    #expect(outcome.json?["account"]?["email"] == "kim@example.com")
    #expect(outcome.json?["account"]?["display_name"] == "Kim Lee")
    #expect(outcome.json?["account"]?["providers"] == ["google.com"])
    #expect(
      outcome.json?["account"]?["provider_data"] == [
        [
          "display_name": "Kim Lee", "email": "kim@example.com", "id": "g1", "phone": .null,
          "photo_url": .null, "provider": "google.com",
        ]
      ])
    #expect(outcome.json?["profile_at_provider"]?["id"] == "g1")
    #expect(outcome.json?["session"]?["sign_in_provider"] == "google.com")
    let again = tool.run("signin", "idp", "google.com", "--id-token-file", "-", "--json", input: token)
    #expect(again.json?["account"]?["uid"] == outcome.json?["account"]?["uid"])
    #expect(again.json?["created"] == false)
  }

  @Test func anIdentityProviderWantsAToken() {
    #expect(tool.run("signin", "idp", "google.com").status == 64)
    #expect(tool.run("signin", "idp").status == 64)
    #expect(tool.run("signin", "idp", "google.com", "--id-token-file", tool.file("\n")).status == 65)
    #expect(tool.run("signin", "idp", "google.com", "--id-token-file", tool.file("nonsense")).status == 5)
    // The embedded server believes nobody who only says who they are.
    #expect(tool.run("signin", "idp", "google.com", "--id-token-file", tool.file(Self.google)).status == 5)
    #expect(tool.run("signin", "idp", "google.com", "--id-token", "x").status == 64)
    #expect(tool.run("whoami").status == 4)
  }

  @Test func anIdentityOfAnotherAccountIsAConflict() {
    let file = tool.identity(Self.google)
    tool.run("signin", "idp", "google.com", "--id-token-file", file, "--as", "owner")
    tool.signIn()
    let outcome = tool.run("link", "idp", "google.com", "--id-token-file", file, "--json")
    #expect(outcome.status == 9)
    #expect(outcome.json?["error"]?["code"] == "auth/credential-already-in-use")
    #expect(tool.run("whoami", "--field", "account.providers").output == #"["phone"]"# + "\n")
  }

  @Test func anUnprovenIdentityDoesNotEnterAnAccount() {
    tool.signInByLink(as: "owner")
    let file = tool.identity(#"{"sub":"f1","email":"kim@example.com"}"#, of: "facebook.com")
    let outcome = tool.run("signin", "idp", "facebook.com", "--id-token-file", file, "--json")
    #expect(outcome.status == 9)
    #expect(outcome.json?["error"]?["code"] == "auth/account-exists-with-different-credential")
    #expect(tool.run("whoami").status == 4)
  }

  // MARK: signin by itself

  @Test func aNumberLeadsToACode() {
    let terminal = ScriptedTerminal(answers: ["+16505553434", "654321"])
    #expect(tool.run("signin", terminal: terminal).status == 0)
    #expect(tool.run("whoami", "--field", "account.phone").output == "+16505553434\n")
  }

  @Test func anAddressLeadsToThePasswordThatWasUsedLast() {
    tool.signUp()
    let terminal = ScriptedTerminal(answers: ["kim@example.com", "1", .line(ToolHarness.password)])
    #expect(tool.run("signin", terminal: terminal).status == 0)
    #expect(tool.run("whoami", "--field", "account.email").output == "kim@example.com\n")
  }

  @Test func theOnlyWayInIsNotAskedFor() {
    tool.signUp()
    tool.run("local", "project", "disable", "enumeration-protection")
    let terminal = ScriptedTerminal(answers: ["kim@example.com", .line(ToolHarness.password)])
    #expect(tool.run("signin", terminal: terminal).status == 0)
  }

  @Test func anAddressMayLeadToALink() {
    let terminal = ScriptedTerminal(answers: ["kim@example.com", "1", .failure(.endOfInput)])
    #expect(tool.run("signin", terminal: terminal).status == 66)
    #expect(tool.run("complete-link", tool.link()).status == 0)
  }

  @Test func aScriptNamesTheWay() {
    #expect(
      tool.run("signin")
        == .init(
          64,
          errors: """
            error: the sign-in method is missing
            usage: usher signin [options] [WHO]
              Name one: phone, email-link, password, anonymous, custom-token, idp or passkey.

            """))
    #expect(tool.run("login").errors.contains("signin"))
  }
}
