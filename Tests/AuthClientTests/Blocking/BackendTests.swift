import AuthClient
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite struct BackendTests {
  private func backend(_ transport: TransportStub, _ endpoint: Endpoint = .embedded) -> Backend {
    Backend(
      endpoint: endpoint, apiKey: "k&y", project: "demo/x", languageCode: "es", transport: transport,
      pause: { _ in })
  }

  @Test(arguments: [
    (
      Endpoint.production, "https://identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode?key=k%26y"
    ),
    (
      .emulator(origin: "http://127.0.0.1:9099"),
      "http://127.0.0.1:9099/identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode?key=k%26y"
    ),
    (.embedded, "/identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode?key=k%26y"),
  ])
  func aCallIsOneRequest(_ endpoint: Endpoint, _ url: String) throws {
    let transport = TransportStub(.json(#"{"sessionInfo":"s1","extra":1}"#))
    let answer = try backend(transport, endpoint).call(
      SendVerificationCode.self, .init(phoneNumber: "+16505553434"))
    #expect(answer == .init(sessionInfo: "s1"))
    let request = try #require(transport.requests.first)
    #expect(request.url == url)
    #expect(request.method == .post)
    #expect(
      request.headers == [
        "X-Client-Version": "usher/JsCore", "X-Firebase-Locale": "es", "Content-Type": "application/json",
      ])
    #expect(String(decoding: request.body, as: UTF8.self) == #"{"phoneNumber":"+16505553434"}"#)
  }

  @Test func aGetCarriesItsRequestInTheQuery() throws {
    let transport = TransportStub(.json(#"{"verificationCodes":[]}"#))
    _ = try backend(transport).call(
      VerificationCodes.self, .init(phoneNumber: "+1 6"), as: .owner)
    let request = try #require(transport.requests.first)
    #expect(request.url == "/emulator/v1/projects/demo%2Fx/verificationCodes?phoneNumber=%2B1%206")
    #expect(request.headers["Authorization"] == "Bearer owner")
  }

  /// The server looks for a code where it is told to, and nowhere else.
  @Test func aMailedCodeGoesWithItsTenant() throws {
    let transport = TransportStub(.json("{}"), .json("{}"), .json("{}"))
    var backend = backend(transport)
    backend.tenant = "acme"
    let auth = BlockingAuth(backend: backend, currentUser: nil, now: { .distantPast })
    _ = try auth.checkActionCode("c")
    _ = try auth.confirmPasswordReset(withCode: "c", newPassword: "new one")
    _ = try auth.applyActionCode("c")
    #expect(transport.requests.map { JSONValue(json: $0.body)?["tenantId"] } == ["acme", "acme", "acme"])
  }

  /// `INVALID_IDENTIFIER` is about an e-mail address everywhere else.
  @Test(arguments: ["INVALID_IDENTIFIER", "MISSING_IDENTIFIER"])
  func aCodeOfTwoMeaningsIsToldApartByItsCall(code: String) {
    let refusal = TransportStub.Answer.json(#"{"error":{"code":400,"message":"\#(code)"}}"#, status: 400)
    let expected = ServerError(ServerErrorCode(rawValue: code))
    #expect(throws: AuthFailure.refusedCall(.customToken, expected)) {
      try backend(TransportStub(refusal)).call(SignInWithCustomToken.self, .init(token: "t"))
    }
    #expect(throws: AuthFailure.refused(expected)) {
      try backend(TransportStub(refusal)).call(CreateAuthUri.self, .init(identifier: "kim"))
    }
    #expect(
      AuthFailure.refusedCall(.customToken, expected).name == "auth/invalid-custom-token")
  }

  @Test func aRefusalKeepsCodeDetailAndWait() {
    let transport = TransportStub(
      .json(
        #"{"error":{"code":400,"message":"TOO_MANY_ATTEMPTS_TRY_LATER : slow down"}}"#, status: 400,
        headers: ["retry-after": "30"]))
    #expect(
      throws: AuthFailure.refused(ServerError(.tooManyAttemptsTryLater, "slow down", retryAfter: 30))
    ) {
      try backend(transport).call(SendVerificationCode.self, .init(phoneNumber: "+16505553434"))
    }
  }

  @Test(arguments: [
    ("<html>", 200), ("<html>", 404), ("", 200), ("[]", 200), (#"{"sessionInfo":7}"#, 200), ("{", 500),
    ("{}", 400),
  ])
  func nonsenseIsNotTakenForAnAnswer(_ body: String, _ status: Int) {
    let transport = TransportStub(.json(body, status: status))
    #expect {
      try backend(transport).call(SendVerificationCode.self, .init(phoneNumber: "+16505553434"))
    } throws: { error in
      guard case AuthFailure.malformedAnswer(status, _) = error else { return false }
      return true
    }
  }

  /// Nobody's answers go so deep, and decoding takes stack for each level.
  @Test func anAnswerThatGoesTooDeepIsNone() {
    let deep = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
    let transport = TransportStub(
      .json(#"{"sessionInfo":"s1","extra":\#(deep)}"#),
      .json(#"{"error":{"message":"INVALID_CODE","details":\#(deep)}}"#, status: 400))
    for status in [200, 400] {
      #expect {
        try backend(transport).call(SendVerificationCode.self, .init(phoneNumber: "+16505553434"))
      } throws: { error in
        guard case AuthFailure.malformedAnswer(status, _) = error else { return false }
        return true
      }
    }
  }

  @Test func aTokenThatGoesTooDeepIsNone() throws {
    let shallow = try IDToken(TokenFixture.phone()).claims
    var claims = shallow
    claims["deep"] = (0..<400).reduce(1) { value, _ in [value] }
    #expect(throws: AuthFailure.malformedToken) { try IDToken(TokenFixture.token(claims.text)) }
    claims["deep"] = (0..<JSONReader.deepest - 1).reduce(1) { value, _ in [value] }
    #expect(try IDToken(TokenFixture.token(claims.text)).claims["sub"] == shallow["sub"])
  }

  /// No more than 512 levels are written.
  @Test func aRequestThatCannotBeWrittenIsNotSent() {
    let transport = TransportStub()
    let claims = (0..<520).reduce(1 as JSONValue) { value, _ in [value] }
    #expect(throws: AuthFailure.malformedRequest) {
      try backend(transport).call(CreateCustomToken.self, .init(uid: "u", claims: claims))
    }
    #expect(throws: AuthFailure.malformedRequest) {
      try backend(transport).call(CreateCustomToken.self, .init(uid: "u", claims: .number(.infinity)))
    }
    #expect(transport.requests.isEmpty)
  }

  @Test func onlyCallsThatChangeNothingAreTriedAgain() throws {
    let lookups = TransportStub(
      .failure(.connectionRefused), .json("", status: 503), .json(#"{"users":[]}"#))
    _ = try backend(lookups).call(Lookup.self, .init(idToken: "t"), tries: 3)
    #expect(lookups.requests.count == 3)

    let hurried = TransportStub(.failure(.cutOff), .failure(.outOfTime(seconds: 1)))
    #expect(throws: AuthFailure.network(.cutOff)) {
      try backend(hurried).call(Lookup.self, .init(idToken: "t"), tries: 3)
    }

    let sends = TransportStub(.failure(.cutOff))
    #expect(throws: AuthFailure.network(.cutOff)) {
      try backend(sends).call(SendVerificationCode.self, .init(phoneNumber: "+16505553434"))
    }
  }
}
