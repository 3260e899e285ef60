import Essentials
import IdentityToolkit
import TestSupport
import Testing

struct ReauthenticationTests {
  let tool = ToolHarness()

  @Test func theSamePersonGetsNewTokens() throws {
    let first = tool.signIn()
    tool.clock.advance(120)
    #expect(
      tool.run("verify-phone", "--reauth", "--json").steadyJSON
        == json(
          """
          {"v":1,"command":"verify-phone","status":"pending","profile":"local","endpoint":"local","sent":true,
          "pending":{"id":"p2","kind":"phone-reauth","session":"default","phone":"+16505550123",
          "verification_id":"<verification_id>","expires_at":"2027-01-15T08:12:00Z",
          "resend_after":"2027-01-15T08:03:00Z"},
          "next_step":{"argv":["usher","confirm-code","--pending","p2"],"needs":["code"]},"warnings":[]}
          """))
    let second = tool.run("confirm-code", tool.code(), "--json")
    #expect(
      second.steadyJSON
        == json(
          """
          {"v":1,"command":"confirm-code","status":"ok","profile":"local","endpoint":"local",
          "account":{"uid":"<uid>","email":null,"email_verified":false,"phone":"+16505550123",
          "display_name":null,"photo_url":null,"is_anonymous":false,"providers":["phone"],
          "provider_data":[{"provider":"phone","id":"+16505550123","email":null,"phone":"+16505550123",
          "display_name":null,"photo_url":null}],
          "mfa":[],"passkeys":[],
          "created_at":"2027-01-15T08:00:00Z","last_sign_in_at":"2027-01-15T08:02:00Z"},
          "session":{"expires_at":"2027-01-15T09:02:00Z","signed_in_at":"2027-01-15T08:02:00Z",
          "sign_in_provider":"phone","second_factor":null},"warnings":[]}
          """))
    #expect(second.json?["account"]?["uid"] == first.json?["account"]?["uid"])
    #expect(tool.run("token", "--claims", "--field", "claims.auth_time").output == "1800000120\n")
  }

  @Test func nobodySignedInIsRefused() {
    #expect(
      tool.run("verify-phone", "--reauth", ToolHarness.number)
        == .init(4, errors: "error: no user is signed in\n  sign in:  usher signin\n"))
    #expect(tool.sentMessages == 0)
  }

  @Test(arguments: [true, false])
  func anothersNumberIsRefusedAndTheSessionKept(_ isAnAccountsNumber: Bool) throws {
    let other = "+16505550199"
    if isAnAccountsNumber { tool.signIn(other, as: "other") }
    tool.signIn()
    let session = tool.run("session", "export", "-")
    let messages = tool.sentMessages
    // Its code could only be refused, so none is sent.
    #expect(
      tool.run("verify-phone", "--reauth", other)
        == .init(
          5,
          errors: """
            error: this credential belongs to another user
              The session is unchanged: use a credential of the account that whoami shows.

            """))
    #expect(tool.sentMessages == messages)
    #expect(tool.run("session", "export", "-") == session)
    if !isAnAccountsNumber {
      #expect(tool.signIn(other, as: "other").json?["created"] == true)
    }
  }

  @Test func aWrongCodeKeepsSessionAndStep() {
    tool.signIn()
    let session = tool.run("session", "export", "-")
    tool.run("verify-phone", "--reauth")
    #expect(tool.run("confirm-code", tool.code() == "111111" ? "222222" : "111111").status == 5)
    #expect(tool.run("session", "export", "-") == session)
    #expect(tool.run("confirm-code", tool.code()).status == 0)
  }
}
