import Administration
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite struct AuthorizedUserTests {
  private let file = CredentialFixture.authorizedUser

  @Test func aRefreshTokenBecomesAnAccessToken() throws {
    let attempt = TokenAttempt(file, .token())
    let token = try attempt.outcome.get()
    #expect(token.text == "ya29.token")
    #expect(token.owner == .person)
    #expect(token.quotaProject == "billing-project")
    let body =
      "grant_type=refresh_token&client_id=764086051850.apps.googleusercontent.com"
      + "&client_secret=client-s3cret&refresh_token=1%2F%2Frefresh-t0ken"
    let expected = HTTPRequest(
      method: .post, origin: "https://oauth2.googleapis.com", path: "/token",
      headers: CredentialFixture.formHeaders, body: Data(body.utf8))
    #expect(attempt.requests == [expected])
  }

  @Test(arguments: ["client_id", "client_secret", "refresh_token"])
  func aMissingMemberIsNamed(name: String) {
    #expect(TokenAttempt(file.with(name, nil)).error == .missingMember(name))
    #expect(TokenAttempt(file.with(name, 7)).error == .invalidMember(name))
  }

  @Test func anEndedRefreshTokenIsRefusedInGooglesWords() {
    let attempt = TokenAttempt(
      file,
      .json(
        #"{"error":"invalid_grant","error_description":"Token has been expired or revoked."}"#, status: 400))
    #expect(
      attempt.error
        == .refused(
          OAuthRefusal(
            origin: "https://oauth2.googleapis.com", status: 400, code: "invalid_grant",
            description: "Token has been expired or revoked.")))
  }
}
