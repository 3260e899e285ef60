import Administration
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite struct SecrecyTests {
  /// What must not be shown. The middle of the key is enough to find it.
  private static let secrets = [
    String(CredentialFixture.pem.dropFirst(400).prefix(32)), "client-s3cret", "refresh-t0ken",
    "runner-s3cret",
    "ya29.token", "eyJ.sub.ject",
  ]

  private static let files = [
    CredentialFixture.serviceAccount, CredentialFixture.authorizedUser, CredentialFixture.externalAccount,
    CredentialFixture.gitHub, CredentialFixture.impersonated,
    CredentialFixture.impersonated.with("source_credentials", CredentialFixture.serviceAccount),
  ]

  private func expectNoSecret(
    in value: some Any, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var dumped = ""
    dump(value, to: &dumped)
    for text in ["\(value)", String(reflecting: value), dumped] {
      for secret in Self.secrets { #expect(!text.contains(secret), sourceLocation: sourceLocation) }
    }
  }

  @Test func credentialsShowNoSecret() throws {
    for file in Self.files { expectNoSecret(in: try GoogleCredential(file: file.text)) }
    expectNoSecret(in: GoogleCredential(try #require(AccessToken("ya29.token"))))
  }

  @Test func tokensShowNoSecret() throws {
    let token = try TokenAttempt(CredentialFixture.authorizedUser, .token()).outcome.get()
    expectNoSecret(in: token)
    #expect("\(token)" == "an access token")
    let tokens = AccessTokens(
      of: try GoogleCredential(file: CredentialFixture.authorizedUser.text), over: TransportStub(.token()),
      files: CredentialFiles(texts: [:])
    ) { Date() }
    _ = try tokens.token()
    expectNoSecret(in: tokens)
  }

  @Test func sourcesShowNoSecret() {
    let sources = CredentialSources { $0 == .accessToken ? "ya29.token" : nil }
    expectNoSecret(in: sources)
    expectNoSecret(in: sources.first as Any)
  }

  @Test func anErrorAboutAFileShowsNoSecret() {
    for file in Self.files {
      for member in file.members ?? [] {
        for value: JSONValue in [7, ["client-s3cret"], ["a": "client-s3cret"], "\u{1B}", nil] {
          let error = #expect(throws: GoogleCredentialError.self) {
            let credential = try GoogleCredential(file: file.with(member.name, value).text)
            let files = CredentialFiles(texts: ["/run/token": "eyJ.sub.ject"])
            return try AccessTokens(of: credential, over: EchoTransport(), files: files) { Date() }.token()
          }
          expectNoSecret(in: error as Any)
        }
      }
    }
  }

  @Test func aServerThatRepeatsASecretDoesNotGetItIntoTheError() throws {
    let texts = ["1//refresh-t0ken", "client-s3cret", #"client\u0007-s3\nc\u200bret"#]
    for text in texts {
      for body in [
        #"{"error":"\#(text)","error_description":"bad \#(text)!"}"#,
        #"{"error":{"status":"\#(text)","message":"bad \#(text)!","details":[{"reason":"\#(text)"}]}}"#,
      ] {
        let attempt = TokenAttempt(CredentialFixture.authorizedUser, .json(body, status: 400))
        expectNoSecret(in: try #require(attempt.error))
      }
    }
    let whole = TokenAttempt(
      CredentialFixture.authorizedUser,
      .json(#"{"error":"e","error_description":"bad client-s3cret!"}"#, status: 400))
    #expect(
      whole.error
        == .refused(
          OAuthRefusal(
            origin: "https://oauth2.googleapis.com", status: 400, code: "e", description: "bad [secret]!")))
  }

  @Test func aRepeatedSubjectTokenOrAccessTokenIsHidden() throws {
    let exchange = TokenAttempt(
      CredentialFixture.externalAccount, .json(#"{"error":"eyJ.sub.ject"}"#, status: 400),
      files: ["/run/token": "eyJ.sub.ject"])
    expectNoSecret(in: try #require(exchange.error))
    let impersonation = TokenAttempt(
      CredentialFixture.impersonated, .token(), .json(#"{"error":{"message":"ya29.token"}}"#, status: 403))
    expectNoSecret(in: try #require(impersonation.error))
  }

  @Test func aRepeatedAssertionIsHidden() throws {
    let transport = EchoTransport()
    let tokens = AccessTokens(
      of: try GoogleCredential(file: CredentialFixture.serviceAccount.text), over: transport,
      files: CredentialFiles(texts: [:])
    ) { Date() }
    #expect(
      throws: GoogleCredentialError.refused(
        OAuthRefusal(
          origin: "https://oauth2.googleapis.com", status: 400, code: "invalid_grant", description: "[secret]"
        ))
    ) { try tokens.token() }
  }

  /// A server that repeats the assertion.
  private struct EchoTransport: HTTPTransport {
    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
      let form = FormEncoding.decode(String(decoding: request.body, as: UTF8.self))
      let body: JSONValue = [
        "error": "invalid_grant", "error_description": .string(form?.last?.value ?? ""),
      ]
      return HTTPResponse(status: 400, body: Data(body.text.utf8))
    }
  }
}
