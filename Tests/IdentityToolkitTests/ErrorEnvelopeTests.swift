import Essentials
import IdentityToolkit
import Testing

@Suite struct ErrorEnvelopeTests {
  private func parse(_ json: String, status: Int = 400) throws -> ServerError {
    try JSONDecoder().decode(ErrorEnvelope.self, from: Data(json.utf8)).serverError(httpStatus: status)
  }

  @Test func bothEndsAgree() throws {
    let error = ServerError(
      .weakPassword, "Password : too short", status: "INVALID_ARGUMENT", reason: "invalid")
    let body = try JSONEncoder().encode(ErrorEnvelope(error))
    #expect(try JSONDecoder().decode(ErrorEnvelope.self, from: body).serverError(httpStatus: 400) == error)
  }

  @Test(arguments: [
    ("INVALID_CODE", "INVALID_CODE", nil), ("INVALID_CODE:x", "INVALID_CODE", "x"),
    ("INVALID_CODE : a : b ", "INVALID_CODE", "a : b"), ("SOME_DAY : ", "SOME_DAY", nil),
  ])
  func splitsAtTheFirstColon(_ message: String, _ code: String, _ detail: String?) throws {
    let error = try parse(#"{"error":{"code":400,"message":"\#(message)"}}"#)
    #expect(error == ServerError(ServerErrorCode(rawValue: code), detail))
  }

  /// Some servers send a megabyte where others send a sentence.
  @Test func longWordsAreClipped() throws {
    let long = String(repeating: "é", count: 450_000)
    let (text, name) = (String(repeating: "é", count: 1024) + "…", String(repeating: "é", count: 64) + "…")
    var sentence = ServerError(.unnamed, text)
    sentence.isSentence = true
    #expect(try parse(#"{"error":{"message":"\#(long)"}}"#) == sentence)
    let error = try parse(
      #"{"error":{"message":"CODE : \#(long)","status":"\#(long)","errors":[{"reason":"\#(long)"}]}}"#)
    #expect(error.code.rawValue == "CODE")
    #expect(error.detail == String(repeating: "é", count: 1020) + "…")
    #expect(error.status == name)
    #expect(error.reason == name)
    #expect("short".clipped() == "short")
    #expect("日本".clipped(to: 5) == "日…")
  }

  @Test(arguments: [
    #"{"error":{"message":"API key not valid. Please pass a valid API key."}}"#,
    #"{"error":{"message":"Bad","errors":[{"reason":"keyInvalid"}]}}"#,
    #"{"error":{"message":"Bad","details":[{},{"reason":"API_KEY_INVALID","domain":"googleapis.com"}]}}"#,
  ])
  func knowsABadKeyInEveryForm(_ json: String) throws {
    #expect(try parse(json).code == .apiKeyInvalid)
  }

  @Test(arguments: [
    #"{"error":{"message":"Blocked","errors":[{"reason":"ipRefererBlocked"}]}}"#,
    #"{"error":{"message":"B","details":[{"reason":"API_KEY_IOS_APP_BLOCKED","domain":"googleapis.com"}]}}"#,
  ])
  func knowsARestrictedKey(_ json: String) throws {
    #expect(try parse(json, status: 403).code == .appNotAuthorized)
  }

  /// Google's "Error code: 39", its front end's quotas, and what its front end says of a request that it cannot read.
  @Test(
    arguments: [
      (503, #""message":"Error code: 39","errors":[{"reason":"backendError"}]"#, "INTERNAL_ERROR"),
      (503, #""message":"Error code: 39","status":"UNAVAILABLE""#, "INTERNAL_ERROR"),
      (429, #""message":"Quota exceeded for 'a'.","status":"RESOURCE_EXHAUSTED""#, "QUOTA_EXCEEDED"),
      (429, #""message":"Slow down.""#, "QUOTA_EXCEEDED"),
      (
        429,
        #""message":"Quota: 1.","status":"RESOURCE_EXHAUSTED","details":[{"reason":"RATE_LIMIT_EXCEEDED","domain":"googleapis.com"}]"#,
        "TOO_MANY_ATTEMPTS_TRY_LATER"
      ),
      (403, #""message":"Slow.","errors":[{"reason":"rateLimitExceeded"}]"#, "TOO_MANY_ATTEMPTS_TRY_LATER"),
      (400, #""message":"Invalid value at 'x'","status":"INVALID_ARGUMENT""#, "INVALID_ARGUMENT"),
      (400, #""message":"No","status":"not one""#, "INTERNAL_ERROR"),
      (400, #""message":"""#, "INTERNAL_ERROR"),
    ])
  func aSentenceIsNoCode(_ status: Int, _ body: String, _ code: String) throws {
    let envelope = try JSONDecoder().decode(ErrorEnvelope.self, from: Data(#"{"error":{\#(body)}}"#.utf8))
    let error = envelope.serverError(httpStatus: status)
    #expect(error.code.rawValue == code)
    #expect(error.detail ?? "" == envelope.error.message)
    #expect(error.isSentence)
  }
}
