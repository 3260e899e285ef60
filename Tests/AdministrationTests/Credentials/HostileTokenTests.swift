import Administration
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite struct HostileTokenTests {
  private static let google = "https://oauth2.googleapis.com"

  private func error(_ answer: TransportStub.Answer) -> GoogleCredentialError? {
    TokenAttempt(CredentialFixture.authorizedUser, answer).error
  }

  private func refusal(_ body: String, status: Int = 400) -> OAuthRefusal? {
    guard case .refused(let refusal) = error(.json(body, status: status)) else {
      Issue.record("no refusal")
      return nil
    }
    return refusal
  }

  @Test(arguments: [300, 301, 302, 303, 304, 307, 308])
  func aRedirectIsNotFollowed(status: Int) {
    let answer = HTTPResponse(status: status, headers: ["Location": "https://evil.example/"])
    let expected = GoogleCredentialError.network(origin: Self.google, .redirected(status: status))
    #expect(error(.success(answer)) == expected)
    #expect(error(.failure(.redirected(status: status))) == expected)
    let subject = TokenAttempt(CredentialFixture.gitHub, .success(answer))
    #expect(
      subject.error == .network(origin: "https://run-actions-1.example", .redirected(status: status)))
    let last = TokenAttempt(CredentialFixture.impersonated, .token(), .success(answer))
    #expect(
      last.error == .network(origin: "https://iamcredentials.googleapis.com", .redirected(status: status)))
  }

  @Test func noRequestTakesARedirect() {
    let attempt = TokenAttempt(CredentialFixture.gitHub, .json(#"{"value":"t"}"#), .token(), .impersonated())
    #expect(attempt.requests.map(\.takesRedirects) == [false, false, false])
  }

  @Test func aNetworkErrorNamesTheOrigin() {
    #expect(error(.failure(.timedOut(seconds: 15))) == .network(origin: Self.google, .timedOut(seconds: 15)))
  }

  @Test func aHugeAnswerIsRefused() {
    let padding = String(repeating: " ", count: 65_536)
    let body = #"{"access_token":"t","expires_in":3599,"token_type":"Bearer"}"#
    #expect(error(.json(body + padding)) == .network(origin: Self.google, .tooLarge(limit: 65_536)))
    #expect(
      error(.json(padding + "x", status: 500)) == .network(origin: Self.google, .tooLarge(limit: 65_536)))
    let subject = TokenAttempt(CredentialFixture.gitHub, .json(padding + "{}"))
    #expect(
      subject.error == .network(origin: "https://run-actions-1.example", .tooLarge(limit: 65_536)))
  }

  @Test(arguments: [
    "", "<html><body>Sign in to the network</body></html>", "null", "[]", "7", #""token""#, "{", "\u{FEFF}x",
    #"{"access_token":"a\u0000","expires_in":3599,"token_type":"Bearer"}"#,
    #"{"access_token":"a","access_token":"b","expires_in":3599,"token_type":"Bearer"}"#,
    String(repeating: #"{"a":"#, count: 40) + "1" + String(repeating: "}", count: 40),
  ])
  func anAnswerThatIsNotAnObjectIsRefused(body: String) {
    #expect(error(.json(body)) == .malformedAnswer(origin: Self.google, what: "a JSON object"))
  }

  @Test func anAnswerInAnotherEncodingIsRefused() {
    let body = Data(#"{"access_token":"t"}"#.utf8.flatMap { [$0, 0] })
    #expect(
      error(.success(HTTPResponse(status: 200, body: body)))
        == .malformedAnswer(origin: Self.google, what: "a JSON object"))
  }

  @Test(arguments: [
    #""access_token":7"#, #""access_token":null"#, #""access_token":["t"]"#, #""access_token":"""#,
    #""access_token":"a\nb""#, #""access_token":"a b""#, #""access_token":"a\u0001""#, #""access_token":"é""#,
    #""access_token":"a\r\nX-Evil: 1""#, #""id_token":"t""#,
    #""access_token":"\#(String(repeating: "a", count: 12_289))""#,
  ])
  func anAnswerWithoutAUsableTokenIsRefused(member: String) {
    #expect(
      error(.json(#"{\#(member),"expires_in":3599,"token_type":"Bearer"}"#))
        == .malformedAnswer(origin: Self.google, what: "access_token"))
  }

  @Test(arguments: [
    #""expires_in":-1"#, #""expires_in":0"#, #""expires_in":"3599""#, #""expires_in":null"#,
    #""expires_in":1.5"#,
    #""expires_in":1e300"#, #""expires_in":99999999999999999999"#, #""expires_in":true"#,
    #""expires_in":[3599]"#,
    #""expires":3599"#,
  ])
  func anAnswerWithoutAUsableLifeIsRefused(member: String) {
    #expect(
      error(.json(#"{"access_token":"t",\#(member),"token_type":"Bearer"}"#))
        == .malformedAnswer(origin: Self.google, what: "expires_in"))
  }

  @Test func aLongLifeIsCutToGooglesLongest() throws {
    let clock = TestClock()
    for life: JSONValue in [43_200, 43_201, .integer(.max)] {
      let attempt = TokenAttempt(CredentialFixture.authorizedUser, .token(life: life), clock: clock)
      #expect(try attempt.outcome.get().expiry == clock.now + 43_140)
    }
  }

  @Test(arguments: [#""token_type":"mac""#, #""token_type":7"#, #""other":1"#])
  func anAnswerOfAnotherTokenTypeIsRefused(member: String) {
    #expect(
      error(.json(#"{"access_token":"t","expires_in":3599,\#(member)}"#))
        == .malformedAnswer(origin: Self.google, what: "token_type"))
  }

  @Test func theLongestTokenIsTaken() throws {
    let text = String(repeating: "a", count: 12_288)
    #expect(try TokenAttempt(CredentialFixture.authorizedUser, .token(text)).outcome.get().text == text)
  }

  @Test func anErrorWithStatus200IsARefusal() {
    #expect(
      refusal(#"{"error":"invalid_grant","access_token":"t"}"#, status: 200)
        == OAuthRefusal(origin: Self.google, status: 200, code: "invalid_grant"))
  }

  @Test func anotherStatusIsARefusalAlsoWithAToken() {
    #expect(
      refusal(#"{"access_token":"t","expires_in":3599,"token_type":"Bearer"}"#, status: 201)
        == OAuthRefusal(origin: Self.google, status: 201))
  }

  @Test(arguments: ["<html>502</html>", "", "[]", #"{"error":7}"#, #"{"error":null}"#, #"{"error":""}"#])
  func aRefusalInAnotherFormKeepsItsStatus(body: String) {
    #expect(refusal(body, status: 502) == OAuthRefusal(origin: Self.google, status: 502))
  }

  @Test func theTextsOfARefusalAreSafeToShow() {
    let body = #"""
      {"error":"invalid\u001b[31m_grant","error_description":"first\r\nsecond\u0007\u202e\u009b\tthird\u0000"}
      """#
    // The reader of unambiguous JSON refuses U+0000.
    #expect(refusal(body) == OAuthRefusal(origin: Self.google, status: 400))
    #expect(
      refusal(body.replacing(#"\u0000"#, with: ""))
        == OAuthRefusal(
          origin: Self.google, status: 400, code: "invalid[31m_grant", description: "first second third"))
  }

  @Test func theTextsOfARefusalAreCut() {
    let long = String(repeating: "é", count: 5000)
    let refusal = refusal(#"{"error":"\#(long)","error_description":"\#(long)"}"#)
    #expect(refusal?.code == String(repeating: "é", count: 63) + "…")
    #expect(refusal?.description == String(repeating: "é", count: 299) + "…")
  }

  @Test func aRefusalInTheFormOfGooglesAPIsIsCleanedToo() {
    let body = #"""
      {"error":{"code":403,"status":"A\nB","message":"C\u001bD","details":[7,{"reason":"E\u0085F"}]}}
      """#
    #expect(
      refusal(body, status: 403)
        == OAuthRefusal(
          origin: Self.google, status: 403, code: "A B", reason: "E F", description: "CD"))
    #expect(
      refusal(#"{"error":{"status":7,"message":[],"details":{}}}"#, status: 403)
        == OAuthRefusal(origin: Self.google, status: 403))
  }
}
