import Administration
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite struct AddressTests {
  /// Texts that are not a URL of the usual form.
  private static let malformed = [
    "oauth2.googleapis.com/token", "//oauth2.googleapis.com/token", "https:/oauth2.googleapis.com/token",
    "ftp://oauth2.googleapis.com/token", "file:///etc/passwd",
    "https://oauth2.googleapis.com@evil.example/token",
    "https://user:pass@oauth2.googleapis.com/token", "https://oauth2.googleapis.com\\@evil.example/",
    "https://oauth2.googleapis.com\\.evil.example/", "https://evil.example#oauth2.googleapis.com/",
    "https://oauth2.googleapis.com#@evil.example/", "https://oauth2.googleapis.com:/token",
    "https://oauth2.googleapis.com:0/token", "https://oauth2.googleapis.com:65536/token",
    "https://oauth2.googleapis.com:443:80/token", "https://oauth2.googleapis%2Ecom/token",
    "https://oauth2.googleapis.com%00.evil.example/", "https://oauth2.google\u{0430}pis.com/token",
    "https://oauth2。googleapis。com/token", " https://oauth2.googleapis.com/token",
    "https://oauth2.googleapis.com/token\n", "https://oauth2.googleapis.com/to ken", "https:///token",
    "https://oauth2.googleapis.com/token#x", "https://oauth2.googleapis.com/\\..\\token",
    "https://[::1/token", "https://[evil.example]/token", "https://oauth2.googleapis.com/?a=%zz",
    "https://oauth2.googleapis.com/" + String(repeating: "a", count: 2048),
  ]

  /// Origins that are neither Google's nor on this machine.
  private static let foreign = [
    "https://evil.example", "http://oauth2.googleapis.com", "http://sts.googleapis.com",
    "http://iamcredentials.googleapis.com", "https://oauth2.googleapis.com.evil.example",
    "https://sts.googleapis.com.evil.example", "https://eviloauth2.googleapis.com",
    "https://oauth2.googleapis.com.", "https://sts.googleapis.com.", "https://googleapis.com",
    "https://oauth2.googleapis.com:444", "https://oauth2.googleapis.com:80",
    "https://sts.googleapis.com:8443",
    "https://iamcredentials.googleapis.com:8443",
    "https://oauth2.mtls.googleapis.com", "https://sts.mtls.googleapis.com",
    "https://iamcredentials.mtls.googleapis.com", "https://sts.us-east1.rep.googleapis.com",
    "https://iamcredentials.us-east1.rep.googleapis.com",
    "https://storage.googleapis.com", "https://localhost.evil.example",
    "http://127.0.0.1.evil.example", "http://127.1", "http://2130706433", "http://0177.0.0.1",
    "http://127.0.0.256", "http://0.0.0.0", "http://sub.localhost", "http://localhost.", "http://[::2]",
    "http://[::ffff:127.0.0.1]", "http://10.0.0.1", "http://169.254.169.254",
    "http://metadata.google.internal",
  ]

  private static let loopback = [
    "http://localhost:9099", "http://LOCALHOST:9099", "https://localhost", "http://127.0.0.1:9099",
    "http://127.8.9.10", "https://127.0.0.1:8443", "http://[::1]:9099", "https://[::1]",
  ]

  @Test(arguments: malformed)
  func aTextThatIsNotAURLIsRefused(text: String) {
    let key = CredentialFixture.serviceAccount.with("token_uri", .string(text))
    #expect(TokenAttempt(key).error == .forbiddenAddress(member: "token_uri", origin: nil))
    let workload = CredentialFixture.externalAccount
    #expect(
      TokenAttempt(workload.with("token_url", .string(text))).error
        == .forbiddenAddress(member: "token_url", origin: nil))
    #expect(
      TokenAttempt(workload.with("service_account_impersonation_url", .string(text))).error
        == .forbiddenAddress(member: "service_account_impersonation_url", origin: nil))
    #expect(
      TokenAttempt(workload.with("credential_source", ["url": .string(text)])).error
        == .forbiddenAddress(member: "credential_source.url", origin: nil))
  }

  @Test(arguments: foreign)
  func anotherHostGetsNothing(origin: String) {
    for file in [CredentialFixture.serviceAccount, CredentialFixture.authorizedUser] {
      #expect(
        TokenAttempt(file.with("token_uri", .string(origin + "/token"))).error
          == .forbiddenAddress(member: "token_uri", origin: origin))
    }
    let workload = CredentialFixture.externalAccount
    #expect(
      TokenAttempt(workload.with("token_url", .string(origin + "/v1/token"))).error
        == .forbiddenAddress(member: "token_url", origin: origin))
    for file in [workload, CredentialFixture.impersonated] {
      let url = JSONValue.string(origin + CredentialFixture.impersonationPath)
      #expect(
        TokenAttempt(file.with("service_account_impersonation_url", url)).error
          == .forbiddenAddress(member: "service_account_impersonation_url", origin: origin))
    }
  }

  @Test func aHostOfGooglesIsOnlyForItsOwnSecrets() {
    func origin(_ file: JSONValue, _ member: String, _ url: String) -> GoogleCredentialError? {
      TokenAttempt(file.with(member, .string(url))).error
    }
    #expect(
      origin(CredentialFixture.serviceAccount, "token_uri", "https://sts.googleapis.com/v1/token")
        == .forbiddenAddress(member: "token_uri", origin: "https://sts.googleapis.com"))
    #expect(
      origin(CredentialFixture.externalAccount, "token_url", "https://oauth2.googleapis.com/token")
        == .forbiddenAddress(member: "token_url", origin: "https://oauth2.googleapis.com"))
  }

  @Test(arguments: [
    "https://oauth2.googleapis.com/token", "https://OAuth2.GoogleAPIs.com/token",
    "HTTPS://oauth2.googleapis.com:443/token", "https://accounts.google.com/o/oauth2/token",
    "https://www.googleapis.com/oauth2/v4/token",
  ])
  func googlesTokenEndpointsAreTaken(url: String) throws {
    let attempt = TokenAttempt(CredentialFixture.serviceAccount.with("token_uri", .string(url)), .token())
    _ = try attempt.outcome.get()
    #expect(attempt.requests.map { $0.url.asciiLowercased() } == [url.asciiLowercased()])
  }

  @Test(arguments: loopback)
  func aTestServerOnThisMachineIsTaken(origin: String) throws {
    let key = TokenAttempt(
      CredentialFixture.serviceAccount.with("token_uri", .string(origin + "/token")), .token())
    _ = try key.outcome.get()
    let workload = CredentialFixture.externalAccount.with("token_url", .string(origin + "/v1/token"))
      .with("service_account_impersonation_url", .string(origin + CredentialFixture.impersonationPath))
    let attempt = TokenAttempt(workload, .token(), .impersonated(), files: ["/run/token": "t"])
    #expect(try attempt.outcome.get().text == "ya29.admin")
    let here = origin.asciiLowercased()
    #expect(attempt.requests.map(\.url) == [here + "/v1/token", here + CredentialFixture.impersonationPath])
  }

  @Test func aRealTokenDoesNotGoToATestServer() {
    let here = "http://127.0.0.1:9099"
    let url = JSONValue.string(here + CredentialFixture.impersonationPath)
    for file in [CredentialFixture.externalAccount, CredentialFixture.impersonated] {
      #expect(
        TokenAttempt(file.with("service_account_impersonation_url", url)).error
          == .forbiddenAddress(member: "service_account_impersonation_url", origin: here))
    }
    let reverse = CredentialFixture.gitHub.with("token_url", .string(here + "/token"))
    #expect(
      TokenAttempt(reverse).error
        == .forbiddenAddress(
          member: "service_account_impersonation_url", origin: "https://iamcredentials.googleapis.com"))
  }

  @Test(arguments: [
    "/", "", "/v1/projects/-/serviceAccounts/a@b:signJwt",
    "/v1/projects/-/serviceAccounts/:generateAccessToken",
    "/v1/projects/-/serviceAccounts/a@b:generateAccessToken/x", "/v1/projects/-/serviceAccounts/a@b",
    "/v1/projects/../serviceAccounts/a@b:generateAccessToken",
    "/v2/projects/-/serviceAccounts/a:generateAccessToken",
    "/v1/projects/-/serviceAccounts/a%2F..%2Fb:generateAccessToken",
    "/v1/projects/-/serviceAccounts/a:signBlob:generateAccessToken",
    "/v1/projects/-/serviceAccounts/a@b:generateAccessToken?alt=media",
  ])
  func anImpersonationURLAsksForATokenAndForNothingElse(path: String) {
    let origin = "https://iamcredentials.googleapis.com"
    let file = CredentialFixture.impersonated.with(
      "service_account_impersonation_url", .string(origin + path))
    #expect(
      TokenAttempt(file).error
        == .forbiddenAddress(member: "service_account_impersonation_url", origin: origin))
  }

  @Test(arguments: [
    "http://id.example", "http://10.0.0.1", "http://169.253.0.1", "http://169.254.1", "http://169.254.0.0.1",
    "http://metadata.google.internal", "http://127.0.0.1.evil.example", "http://169.254.169.254.evil.example",
    "http://[fe80::1]", "http://[::ffff:169.254.169.254]",
  ])
  func aSubjectTokenDoesNotComeInPlainTextFromElsewhere(origin: String) {
    let file = CredentialFixture.externalAccount.with("credential_source", ["url": .string(origin + "/t")])
    #expect(
      TokenAttempt(file).error == .forbiddenAddress(member: "credential_source.url", origin: origin))
  }

  @Test(arguments: [
    "https://id.example", "https://id.example:8443", "http://169.254.169.254", "http://169.254.170.2:8080",
    "http://127.0.0.1:5000", "http://localhost:5000", "http://[::1]:5000", "https://10.0.0.1",
  ])
  func aSubjectTokenMayComeFromHere(origin: String) throws {
    let file = CredentialFixture.externalAccount.with("credential_source", ["url": .string(origin + "/t")])
    let attempt = TokenAttempt(file, .success(HTTPResponse(status: 200, body: Data("t".utf8))), .token())
    _ = try attempt.outcome.get()
    #expect(attempt.requests.map(\.origin) == [origin, "https://sts.googleapis.com"])
  }
}
