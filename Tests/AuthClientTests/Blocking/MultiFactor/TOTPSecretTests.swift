import AuthClient
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite struct TOTPSecretTests {
  private let clock = TestClock()

  /// What the library makes of `answer` as the secret of a new authenticator app.
  private func secret(_ answer: String) throws -> TOTPSecret {
    let transport = TransportStub(.json(#"{"totpSessionInfo":\#(answer)}"#))
    let backend = Backend(
      endpoint: .embedded, apiKey: "k", project: "demo-usher", transport: transport, pause: { _ in })
    let user = UserRecord(
      tokens: Tokens(
        idToken: try IDToken(TokenFixture.phone()), refreshToken: "r", expiresAt: clock.now + 3600))
    let secret = try BlockingAuth(backend: backend, currentUser: user, now: { [clock] in clock.now })
      .generateTOTPSecret()
    #expect(
      transport.requests.first.map { String(decoding: $0.body, as: UTF8.self) }?
        .contains(#""totpEnrollmentInfo":{}"#) == true)
    return secret
  }

  @Test func whatTheServerSaysIsKept() throws {
    let secret = try secret(
      #"""
      {"sharedSecretKey":"ABCDEFGHIJKLMNOP234567AB","verificationCodeLength":8,"hashingAlgorithm":"SHA256",
      "periodSec":60,"sessionInfo":"s1","finalizeEnrollmentTime":"2027-01-15T08:20:00.5Z"}
      """#)
    #expect(secret.sharedSecretKey() == "ABCDEFGHIJKLMNOP234567AB")
    #expect(secret.codeLength == 8 && secret.codeIntervalSeconds == 60 && secret.hashingAlgorithm == "SHA256")
    #expect(secret.sessionInfo == "s1")
    #expect(secret.enrollmentCompletionDeadline == Date(timeIntervalSince1970: 1_800_001_200.5))
    #expect(secret.groupedSecret == "ABCD EFGH IJKL MNOP 2345 67AB")
    #expect(
      secret.generateQRCodeURL(withAccountName: "kim@example.com", issuer: "my app")
        == "otpauth://totp/my%20app:kim%40example.com?secret=ABCDEFGHIJKLMNOP234567AB&issuer=my%20app"
        + "&algorithm=SHA256&digits=8&period=60")
  }

  @Test func whatItLeavesOutIsAsEverybodyHasIt() throws {
    let secret = try secret(#"{"sharedSecretKey":"ABCDE","sessionInfo":"s1"}"#)
    #expect(secret.codeLength == 6 && secret.codeIntervalSeconds == 30 && secret.hashingAlgorithm == "SHA1")
    #expect(secret.enrollmentCompletionDeadline == clock.now + 900)
    #expect(secret.groupedSecret == "ABCD E")
  }

  @Test(arguments: [
    ("a:b", "c:d", "c%3Ad:a%3Ab?secret=ABCD&issuer=c%3Ad"),
    ("kim+1@example.com", "A&B=C", "A%26B%3DC:kim%2B1%40example.com?secret=ABCD&issuer=A%26B%3DC"),
    ("k im/?#%", "é\u{202E}", "%C3%A9%E2%80%AE:k%20im%2F%3F%23%25?secret=ABCD&issuer=%C3%A9%E2%80%AE"),
  ])
  func namesCannotBreakTheURL(account: String, issuer: String, _ ending: String) throws {
    let secret = try secret(#"{"sharedSecretKey":"ABCD","sessionInfo":"s1"}"#)
    #expect(
      secret.generateQRCodeURL(withAccountName: account, issuer: issuer)
        == "otpauth://totp/" + ending)
  }

  @Test(arguments: [
    "null", "{}", #"{"sharedSecretKey":"ABCD"}"#, #"{"sessionInfo":"s1"}"#,
    #"{"sharedSecretKey":"","sessionInfo":"s1"}"#, #"{"sharedSecretKey":"ABCD","sessionInfo":""}"#,
    #"{"sharedSecretKey":"ABCD&issuer=evil","sessionInfo":"s1"}"#,
    #"{"sharedSecretKey":"AB\u001b[2J","sessionInfo":"s1"}"#,
    #"{"sharedSecretKey":"abcd","sessionInfo":"s1"}"#, #"{"sharedSecretKey":"A1","sessionInfo":"s1"}"#,
    #"{"sharedSecretKey":"AB=CD","sessionInfo":"s1"}"#, #"{"sharedSecretKey":"====","sessionInfo":"s1"}"#,
    #"{"sharedSecretKey":"\#(String(repeating: "A", count: 257))","sessionInfo":"s1"}"#,
  ])
  func anAnswerWithoutASecretIsMalformed(_ answer: String) {
    #expect(
      throws: AuthFailure.malformedAnswer(status: 200, reason: "no secret for an authenticator app")
    ) { try secret(answer) }
  }

  @Test(arguments: [
    #""verificationCodeLength":0"#, #""verificationCodeLength":5"#, #""verificationCodeLength":9"#,
    #""verificationCodeLength":-6"#, #""periodSec":0"#, #""periodSec":-30"#, #""periodSec":3601"#,
    #""hashingAlgorithm":"MD5""#, #""hashingAlgorithm":"""#, #""hashingAlgorithm":"SHA1&issuer=evil""#,
  ])
  func anAppOfAnUnknownKindIsMalformed(_ member: String) {
    #expect(
      throws: AuthFailure.malformedAnswer(status: 200, reason: "an authenticator app of an unknown kind")
    ) { try secret(#"{"sharedSecretKey":"ABCD","sessionInfo":"s1",\#(member)}"#) }
  }
}
