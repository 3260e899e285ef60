import Essentials
import IdentityToolkit
import TestSupport
import Testing

@testable import UsherTool

struct AccountResultTests {
  @Test func allThatIsSavedOfAnAccountIsShownAndNumbersOfFactorsAreMasked() {
    var session = SavedSession(
      uid: "u1", idToken: "", refreshToken: nil, expiresAt: .init(timeIntervalSinceReferenceDate: 0),
      signedInAt: .init(timeIntervalSinceReferenceDate: 0),
      authTime: .init(timeIntervalSinceReferenceDate: 0),
      signInProvider: nil)
    session.account.email = "kim@example.com"
    session.account.emailVerified = true
    session.account.photoURL = "https://kim.example/p.png"
    session.account.providers = ["password"]
    session.account.factors = [SavedFactor(id: "f1", type: .phone, name: "work", phone: "+16505553434")]
    session.account.createdAt = Date(timeIntervalSinceReferenceDate: 39.865_999_937)
    session.account.lastSignInAt = Date(timeIntervalSinceReferenceDate: 60)
    #expect(
      ResultEncoder.json(of: AccountResult(session)).text
        == #"{"uid":"u1","email":"kim@example.com","email_verified":true,"phone":null,"display_name":null,"photo_url":"https://kim.example/p.png","is_anonymous":false,"providers":["password"],"mfa":[{"id":"f1","type":"phone","hint":"+1******3434","name":"work","enrolled_at":null}],"created_at":"2001-01-01T00:00:39.866Z","last_sign_in_at":"2001-01-01T00:01:00Z"}"#
    )
  }

  @Test func whoamiTellsWhenTheAccountWasCreatedAndItsPhoto() {
    let tool = ToolHarness()
    tool.signIn()
    tool.clock.advance(90)
    tool.run("account", "update", "--photo-url", "https://kim.example/p.png")
    #expect(
      tool.run("whoami", "--field", "account.photo_url") == .init(0, output: "https://kim.example/p.png\n"))
    #expect(tool.run("whoami", "--field", "account.created_at") == .init(0, output: "2027-01-15T08:00:00Z\n"))
    #expect(
      tool.run("whoami", "--field", "account.last_sign_in_at") == .init(0, output: "2027-01-15T08:00:00Z\n"))
  }
}
