import Administration
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite struct ExternalAccountTests {
  private let file = CredentialFixture.externalAccount

  /// The exchange of a subject token.
  private func exchange(_ subjectToken: String, provider: String) -> HTTPRequest {
    let body =
      "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange"
      + "&audience=%2F%2Fiam.googleapis.com%2Fprojects%2F123%2Flocations%2Fglobal%2FworkloadIdentityPools"
      + "%2Fci%2Fproviders%2F\(provider)"
      + "&scope=https%3A%2F%2Fwww.googleapis.com%2Fauth%2Fcloud-platform%20"
      + "https%3A%2F%2Fwww.googleapis.com%2Fauth%2Ffirebase"
      + "&requested_token_type=urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3Aaccess_token"
      + "&subject_token=\(subjectToken)&subject_token_type=urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3Ajwt"
    return HTTPRequest(
      method: .post, origin: "https://sts.googleapis.com", path: "/v1/token",
      headers: CredentialFixture.formHeaders, body: Data(body.utf8))
  }

  private func source(_ source: JSONValue) -> JSONValue { file.with("credential_source", source) }

  @Test func aTokenFromAFileIsExchanged() throws {
    let attempt = TokenAttempt(file, .token("ya29.federated"), files: ["/run/token": "eyJ.sub.ject\n"])
    let token = try attempt.outcome.get()
    #expect(token.text == "ya29.federated")
    #expect(token.owner == .workload)
    #expect(attempt.requests == [exchange("eyJ.sub.ject", provider: "gitlab")])
  }

  @Test func aTokenFromAJSONFileIsExchanged() throws {
    let attempt = TokenAttempt(
      source(["file": "/run/token", "format": ["type": "json", "subject_token_field_name": "id"]]), .token(),
      files: ["/run/token": #"{"id":"eyJ.sub.ject","other":1}"#])
    _ = try attempt.outcome.get()
    #expect(attempt.requests == [exchange("eyJ.sub.ject", provider: "gitlab")])
  }

  @Test func gitHubsTokenIsExchangedAndActsForTheServiceAccount() throws {
    let clock = TestClock()
    let attempt = TokenAttempt(
      CredentialFixture.gitHub, .json(#"{"count":1,"value":"eyJ.git.hub"}"#), .token("ya29.federated"),
      .impersonated(), clock: clock)
    let token = try attempt.outcome.get()
    #expect(token.text == "ya29.admin")
    #expect(token.owner == .workload)
    #expect(token.expiry == clock.now + 3540)
    let asked = HTTPRequest(
      method: .get, origin: "https://run-actions-1.example", path: "/token",
      query: [
        QueryItem("api-version", "2.0"),
        QueryItem("audience", "https://iam.googleapis.com/projects/123"),
      ], headers: ["Accept": "application/json", "Authorization": "Bearer runner-s3cret"])
    let impersonation = HTTPRequest(
      method: .post, origin: "https://iamcredentials.googleapis.com",
      path: CredentialFixture.impersonationPath,
      headers: [
        "Accept": "application/json", "Content-Type": "application/json",
        "Authorization": "Bearer ya29.federated",
      ],
      body: Data(
        """
        {"scope":["https://www.googleapis.com/auth/cloud-platform",\
        "https://www.googleapis.com/auth/firebase"],"lifetime":"3600s"}
        """.utf8))
    #expect(attempt.requests == [asked, exchange("eyJ.git.hub", provider: "github"), impersonation])
  }

  @Test func aTokenFromAnAddressMayBePlainText() throws {
    let attempt = TokenAttempt(
      source(["url": "http://169.254.169.254/token", "headers": ["Metadata": "True"]]),
      .success(HTTPResponse(status: 200, body: Data("eyJ.sub.ject".utf8))), .token())
    _ = try attempt.outcome.get()
    let asked = HTTPRequest(
      method: .get, origin: "http://169.254.169.254", path: "/token",
      headers: ["Accept": "*/*", "Metadata": "True"])
    #expect(attempt.requests == [asked, exchange("eyJ.sub.ject", provider: "gitlab")])
  }

  @Test func aHeaderOfTheFileReplacesOurs() throws {
    let attempt = TokenAttempt(
      source(["url": "https://id.example/token", "headers": ["accept": "text/plain"]]),
      .success(HTTPResponse(status: 200, body: Data("eyJ.sub.ject".utf8))), .token())
    #expect(attempt.requests.first?.headers == ["accept": "text/plain"])
  }

  @Test func theLifetimeOfAnImpersonationMayBeShorter() throws {
    let file = file.with("service_account_impersonation_url", .string(CredentialFixture.impersonationURL))
    let attempt = TokenAttempt(
      file.with("service_account_impersonation", ["token_lifetime_seconds": 900]), .token(), .impersonated(),
      files: ["/run/token": "t"])
    let body = try #require(attempt.requests.last.flatMap { JSONValue(json: $0.body) })
    #expect(body["lifetime"] == "900s")
    for life: JSONValue in [0, -1, 43_201, "900", .number(1.5)] {
      let refused = TokenAttempt(file.with("service_account_impersonation", ["token_lifetime_seconds": life]))
      #expect(refused.error == .invalidMember("service_account_impersonation.token_lifetime_seconds"))
    }
  }

  @Test func theQuotaProjectOfTheFileIsUsedOnTheWay() throws {
    let attempt = TokenAttempt(
      CredentialFixture.gitHub.with("quota_project_id", "billing"), .json(#"{"value":"t"}"#), .token(),
      .impersonated())
    #expect(try attempt.outcome.get().quotaProject == "billing")
    #expect(attempt.requests.last?.headers["x-goog-user-project"] == "billing")
  }

  @Test func whatUsherDoesNotDoIsRefusedByItsName() {
    let member = "credential_source."
    let aws: JSONValue = ["environment_id": "aws1", "region_url": "http://169.254.169.254/latest"]
    #expect(
      TokenAttempt(source(aws)).error == .unsupported(member: member + "environment_id", value: "aws1"))
    #expect(
      TokenAttempt(source(["executable": ["command": "/bin/true"]])).error
        == .unsupported(member: member + "executable", value: nil))
    #expect(
      TokenAttempt(source(["certificate": ["use_default_certificate_config": true]])).error
        == .unsupported(member: member + "certificate", value: nil))
    #expect(
      TokenAttempt(source(["file": "/run/token", "format": ["type": "xml"]])).error
        == .unsupported(member: member + "format.type", value: "xml"))
    for name in ["workforce_pool_user_project", "client_id", "client_secret"] {
      #expect(TokenAttempt(file.with(name, "x")).error == .unsupported(member: name, value: nil))
    }
    #expect(
      TokenAttempt(file.with("universe_domain", "cloud.example")).error
        == .unsupported(member: "universe_domain", value: "cloud.example"))
  }

  @Test func anIncompleteFileIsRefused() {
    #expect(TokenAttempt(file.with("audience", nil)).error == .missingMember("audience"))
    #expect(TokenAttempt(file.with("subject_token_type", nil)).error == .missingMember("subject_token_type"))
    #expect(TokenAttempt(file.with("credential_source", nil)).error == .missingMember("credential_source"))
    #expect(TokenAttempt(source("file")).error == .invalidMember("credential_source"))
    #expect(TokenAttempt(source([:])).error == .missingMember("credential_source.file"))
    #expect(
      TokenAttempt(source(["file": "/f", "url": "https://id.example/"])).error
        == .invalidMember("credential_source.url"))
    #expect(
      TokenAttempt(source(["file": "/f", "format": ["type": "json"]])).error
        == .missingMember("credential_source.format.subject_token_field_name"))
  }

  @Test(arguments: [
    ["X Y": "1"], ["": "1"], ["X:": "1"], ["X": "a\r\nY: b"], ["X": "é"], ["Host": "evil.example"],
    ["content-length": "0"], ["Transfer-Encoding": "chunked"],
  ])
  func aHeaderThatChangesTheRequestIsRefused(headers: [String: String]) {
    let headers = JSONValue.object(headers.map { JSONValue.Member($0, .string($1)) })
    let attempt = TokenAttempt(source(["url": "https://id.example/", "headers": headers]))
    #expect(attempt.error == .invalidMember("credential_source.headers"))
  }

  @Test(arguments: ["", "\n", "two words", "a\nb", "tök", "a\u{0}b", String(repeating: "a", count: 65_537)])
  func aFileWithoutATokenIsRefused(text: String) {
    let attempt = TokenAttempt(file, files: ["/run/token": text])
    #expect(attempt.error == .malformedSubjectToken(member: "credential_source.file"))
  }

  @Test(arguments: ["", "[]", "<html>", #"{"other":"t"}"#, #"{"value":7}"#, #"{"value":"t","value":"u"}"#])
  func anAnswerWithoutASubjectTokenIsRefused(body: String) {
    let attempt = TokenAttempt(CredentialFixture.gitHub, .json(body))
    #expect(attempt.error == .malformedSubjectToken(member: "credential_source.url"))
  }

  @Test func aRefusalOfTheSubjectTokenTellsNothingOfTheBody() {
    let attempt = TokenAttempt(CredentialFixture.gitHub, .json(#"{"error":"runner-s3cret"}"#, status: 401))
    #expect(
      attempt.error == .refused(OAuthRefusal(origin: "https://run-actions-1.example", status: 401)))
  }

  @Test func aMissingFileIsNamed() {
    #expect(TokenAttempt(file).error == .file(path: "/run/token", .notFound))
  }

  @Test func aRefusedExchangeIsToldInGooglesWords() {
    let attempt = TokenAttempt(
      file,
      .json(
        #"{"error":"invalid_target","error_description":"The target service does not exist."}"#, status: 400),
      files: ["/run/token": "t"])
    #expect(
      attempt.error
        == .refused(
          OAuthRefusal(
            origin: "https://sts.googleapis.com", status: 400, code: "invalid_target",
            description: "The target service does not exist.")))
  }
}
