import Administration
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite struct ImpersonatedServiceAccountTests {
  private let file = CredentialFixture.impersonated

  @Test func aPersonActsForTheServiceAccount() throws {
    let clock = TestClock()
    let attempt = TokenAttempt(file, .token("ya29.person"), .impersonated(), clock: clock)
    let token = try attempt.outcome.get()
    #expect(token.text == "ya29.admin")
    #expect(token.owner == .workload)
    #expect(token.quotaProject == nil)
    #expect(token.expiry == clock.now + 3540)
    #expect(
      attempt.requests.map(\.url) == [
        "https://oauth2.googleapis.com/token", CredentialFixture.impersonationURL,
      ])
    let expected = HTTPRequest(
      method: .post, origin: "https://iamcredentials.googleapis.com",
      path: CredentialFixture.impersonationPath,
      headers: [
        "Accept": "application/json", "Content-Type": "application/json",
        "Authorization": "Bearer ya29.person", "x-goog-user-project": "billing-project",
      ],
      body: Data(
        """
        {"scope":["https://www.googleapis.com/auth/cloud-platform",\
        "https://www.googleapis.com/auth/firebase"],"lifetime":"3600s"}
        """.utf8))
    #expect(attempt.requests.last == expected)
  }

  @Test func delegatesAreNamedAsResources() throws {
    let attempt = TokenAttempt(
      file.with("delegates", ["a@demo.iam.gserviceaccount.com", "projects/-/serviceAccounts/b"]), .token(),
      .impersonated())
    let body = try #require(attempt.requests.last.flatMap { JSONValue(json: $0.body) })
    #expect(
      body["delegates"]
        == ["projects/-/serviceAccounts/a@demo.iam.gserviceaccount.com", "projects/-/serviceAccounts/b"])
    #expect(TokenAttempt(file.with("delegates", [1])).error == .invalidMember("delegates"))
  }

  @Test func aKeyOrAWorkloadCanBeTheSource() throws {
    let key = TokenAttempt(
      file.with("source_credentials", CredentialFixture.serviceAccount), .token(), .impersonated())
    #expect(try key.outcome.get().text == "ya29.admin")
    let workload = TokenAttempt(
      file.with("source_credentials", CredentialFixture.externalAccount), .token(), .impersonated(),
      files: ["/run/token": "t"])
    #expect(try workload.outcome.get().text == "ya29.admin")
  }

  @Test func itIsNotNestedInItself() {
    #expect(
      TokenAttempt(file.with("source_credentials", file)).error
        == .unsupported(member: "source_credentials.type", value: "impersonated_service_account"))
  }

  @Test func whatIsWrongInTheSourceIsNamedWithItsPlace() {
    let key = CredentialFixture.serviceAccount
    #expect(TokenAttempt(file.with("source_credentials", nil)).error == .missingMember("source_credentials"))
    #expect(
      TokenAttempt(file.with("source_credentials", key.with("client_email", nil))).error
        == .missingMember("source_credentials.client_email"))
    #expect(
      TokenAttempt(file.with("source_credentials", key.with("private_key", "x"))).error
        == .unreadableKey(member: "source_credentials.private_key"))
    #expect(
      TokenAttempt(file.with("source_credentials", key.with("token_uri", "https://evil.example/"))).error
        == .forbiddenAddress(member: "source_credentials.token_uri", origin: "https://evil.example"))
    #expect(
      TokenAttempt(file.with("source_credentials", key.with("universe_domain", "cloud.example"))).error
        == .unsupported(member: "source_credentials.universe_domain", value: "cloud.example"))
    #expect(
      TokenAttempt(file.with("source_credentials", ["type": "gdch_service_account"])).error
        == .unknownType("gdch_service_account"))
  }

  @Test func aMissingRightIsToldInGooglesWords() {
    let body = """
      {"error":{"code":403,"message":"Permission 'iam.serviceAccounts.getAccessToken' denied",\
      "status":"PERMISSION_DENIED","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo",\
      "reason":"IAM_PERMISSION_DENIED","domain":"iam.googleapis.com"}]}}
      """
    #expect(
      TokenAttempt(file, .token(), .json(body, status: 403)).error
        == .refused(
          OAuthRefusal(
            origin: "https://iamcredentials.googleapis.com", status: 403, code: "PERMISSION_DENIED",
            reason: "IAM_PERMISSION_DENIED",
            description: "Permission 'iam.serviceAccounts.getAccessToken' denied")))
  }

  @Test(arguments: [
    #"{"expireTime":"2027-01-15T09:00:00Z"}"#, #"{"accessToken":7,"expireTime":"2027-01-15T09:00:00Z"}"#,
    #"{"accessToken":"a\nb","expireTime":"2027-01-15T09:00:00Z"}"#,
    #"{"accessToken":"","expireTime":"2027-01-15T09:00:00Z"}"#,
  ])
  func anAnswerWithoutATokenIsRefused(body: String) {
    #expect(
      TokenAttempt(file, .token(), .json(body)).error
        == .malformedAnswer(origin: "https://iamcredentials.googleapis.com", what: "accessToken"))
  }

  @Test(arguments: ["", "tomorrow", "2027-01-15", "2027-01-15T07:59:59Z", "2027-01-15T08:00:00Z"])
  func aTokenWithoutALifeIsRefused(end: String) {
    #expect(
      TokenAttempt(file, .token(), .impersonated(end: end)).error
        == .malformedAnswer(origin: "https://iamcredentials.googleapis.com", what: "expireTime"))
  }

  @Test func aTokenIsNotKeptForYears() throws {
    let clock = TestClock()
    let attempt = TokenAttempt(file, .token(), .impersonated(end: "9999-01-01T00:00:00Z"), clock: clock)
    #expect(try attempt.outcome.get().expiry == clock.now + 43_140)
  }
}
