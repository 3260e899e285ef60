import Essentials
import IdentityToolkit
import TestSupport
import Testing

struct LocalUsersTests {
  let tool = ToolHarness()

  private func users(_ words: String...) -> ToolHarness.Outcome {
    tool.run(["local", "users"] + words)
  }

  @Test func anAccountIsAddedListedAndDeleted() {
    #expect(
      users(
        "add", "--uid", "kim", "--email", "kim@example.com", "--email-verified", "--phone", "+1 415-555-0100",
        "--display-name", "Kim") == .init(0, output: "Added kim.\n"))
    #expect(
      users("list")
        == .init(0, output: "kim  kim@example.com  +14155550100  Kim\n", errors: "Accounts: 1.\n"))
    #expect(
      users("list", "--json").json
        == json(
          """
          {"v":1,"command":"project users list","status":"ok","profile":"local","endpoint":"local",
          "users":[{"uid":"kim","email":"kim@example.com","phone":"+14155550100","disabled":false,
          "providers":["phone"],"claims":null,"mfa":[],"passkeys":[],"email_verified":true,"display_name":"Kim","photo_url":null,
          "created_at":"2027-01-15T08:00:00Z","last_sign_in_at":null}],
          "warnings":[]}
          """))
    #expect(users("delete", "+14155550100").status == 64)
    #expect(users("delete", "+14155550100", "--yes") == .init(0, output: "Deleted kim.\n"))
    #expect(
      users("list") == .init(0, errors: "Project demo-usher has no accounts.\n"))
  }

  @Test func anAddedAccountSignsInWithItsPassword() {
    tool.folder.write(Data("correct horse\n".utf8), to: "password")
    let password = tool.folder.path(of: "password")
    #expect(
      users("add", "--uid", "kim", "--email", "kim@example.com", "--password-file", password).status == 0)
    let signIn = ["signin", "password", "--email", "kim@example.com", "--password-file", password, "--json"]
    #expect(tool.run(signIn).json?["account"]?["uid"] == "kim")
    #expect(users("disable", "kim@example.com") == .init(0, output: "Disabled kim.\n"))
    #expect(users("list").output.hasSuffix("  disabled\n"))
    #expect(tool.run(signIn).status == 10)
    #expect(users("enable", "kim") == .init(0, output: "Enabled kim.\n"))
    #expect(tool.run(signIn).status == 0)
  }

  @Test func claimsAreSetOneByOne() {
    #expect(users("add", "--uid", "kim").status == 0)
    #expect(users("claims", "kim") == .init(0, output: "{}\n"))
    #expect(
      users("claims", "kim", "role=tester", "level=3", "tags=[\"a\"]")
        == .init(0, output: "Changed the claims of kim.\n"))
    #expect(users("claims", "kim", "level=", "note=a=b").status == 0)
    #expect(users("claims", "kim").output == #"{"note":"a=b","role":"tester","tags":["a"]}"# + "\n")
    #expect(users("claims", "kim", "sub=other").status != 0)
    #expect(users("claims", "kim", "role").status == 64)
    #expect(users("claims", "kim").output == #"{"note":"a=b","role":"tester","tags":["a"]}"# + "\n")
  }

  @Test(arguments: ["mo", "mo@example.com", "+14155550199"])
  func anAccountThatIsNotThereIsSaidSo(_ user: String) {
    #expect(users("add", "--uid", "kim").status == 0)
    for words in [
      ["disable", user], ["enable", user], ["claims", user, "a=1"], ["delete", user, "--yes"],
    ] {
      #expect(
        tool.run(["local", "users"] + words)
          == .init(
            65,
            errors: "error: there is no account \(user) here\n  see the accounts:  usher project users list\n"
          ))
    }
  }

  @Test func aUidThatIsTakenIsRefused() {
    #expect(users("add", "--uid", "kim").status == 0)
    #expect(users("add", "--uid", "kim").status != 0)
    #expect(users("add", "--email", "no address").status == 65)
    #expect(users("list").lines == ["kim"])
  }
}
