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
    #expect(try parse(#"{"error":{"message":"\#(long)"}}"#) == ServerError(ServerErrorCode(rawValue: text)))
    let error = try parse(
      #"{"error":{"message":"X : \#(long)","status":"\#(long)","errors":[{"reason":"\#(long)"}]}}"#)
    #expect(error.code.rawValue == "X")
    #expect(error.detail == String(repeating: "é", count: 1022) + "…")
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
}
