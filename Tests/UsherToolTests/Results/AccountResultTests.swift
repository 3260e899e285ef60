import AuthClient
import Essentials
import Flows
import IdentityToolkit
import TestSupport
import Testing

@testable import UsherTool

struct AccountResultTests {
  @Test func allThatIsSavedOfAnAccountIsShownAndNumbersOfFactorsAreMasked() throws {
    var account = Account()
    account.email = "kim@example.com"
    account.isEmailVerified = true
    account.photoURL = "https://kim.example/p.png"
    account.providers = ["password"]
    account.factors = [
      EnrolledFactor(uid: "f1", type: .phone, displayName: "work", phoneNumber: "+16505553434")
    ]
    account.createdAt = Date(timeIntervalSinceReferenceDate: 39.865_999_937)
    account.lastSignInAt = Date(timeIntervalSinceReferenceDate: 60)
    let tokens = Tokens(
      idToken: try IDToken(TokenFixture.phone()), refreshToken: nil,
      expiresAt: Date(timeIntervalSinceReferenceDate: 0))
    let session = SavedSession(
      UserRecord(account: account, tokens: tokens), signedInAt: Date(timeIntervalSinceReferenceDate: 0))
    #expect(
      ResultEncoder.json(of: AccountResult(session)).text
        == #"{"uid":"u1","email":"kim@example.com","email_verified":true,"phone":null,"display_name":null,"photo_url":"https://kim.example/p.png","is_anonymous":false,"providers":["password"],"provider_data":null,"mfa":[{"id":"f1","type":"phone","hint":"+1******3434","name":"work","enrolled_at":null}],"passkeys":[],"created_at":"2001-01-01T00:00:39.866Z","last_sign_in_at":"2001-01-01T00:01:00Z"}"#
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
