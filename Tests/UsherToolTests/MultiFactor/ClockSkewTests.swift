import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// What is said of a rejected authenticator code where the server's clock and ours do not agree.
struct ClockSkewTests {
  let tool = ToolHarness()
  private static let wait = "wait for the app's next code if it still shows this one: each code works once"

  /// The hint after a rejected code, where the server's `Date` is this.
  private func hint(date: TransportStub.Answer) throws -> JSONValue? {
    tool.environment["USHER_ENDPOINT"] = "http://127.0.0.1:1"
    let network = TransportStub(
      .json(
        #"{"mfaPendingCredential":"c","mfaInfo":[{"mfaEnrollmentId":"f1","totpInfo":{}}]}"#),
      .json(#"{"error":{"code":400,"message":"INVALID_CODE"}}"#, status: 400), date)
    tool.network = network
    #expect(tool.firstFactor().status == 3)
    let outcome = tool.run("confirm-code", "123456", "--json")
    #expect(outcome.status == 5)
    #expect(network.requests.last?.path == "/identitytoolkit.googleapis.com/v1/projects")
    #expect(network.requests.last?.body.isEmpty == true)
    return outcome.json?["error"]?["hint"]
  }

  private func dated(_ text: String) -> TransportStub.Answer {
    .json("{}", status: 403, headers: ["Date": text])
  }

  // The test clock shows 08:00:00.
  @Test(arguments: [
    ("Fri, 15 Jan 2027 07:50:00 GMT", "10 minutes ahead of"),
    ("Fri, 15 Jan 2027 08:10:10 GMT", "10 minutes behind"),
    ("Fri, 15 Jan 2027 07:58:59 GMT", "61 s ahead of"), ("Fri, 15 Jan 2027 08:01:01 GMT", "61 s behind"),
    ("Thu, 14 Jan 2027 08:00:00 GMT", "1440 minutes ahead of"),
  ])
  func aWrongClockIsNamed(_ date: String, amount: String) throws {
    #expect(
      try hint(date: dated(date))
        == .string(
          "set this machine's clock, which is \(amount) the server's: codes made here depend on it"))
  }

  @Test(arguments: ["Fri, 15 Jan 2027 07:59:00 GMT", "Fri, 15 Jan 2027 08:01:00 GMT", "yesterday", ""])
  func oneThatAgreesIsNot(_ date: String) throws {
    #expect(try hint(date: dated(date)) == .string(Self.wait))
  }

  @Test func aClockThatWasMovedIsNamed() {
    tool.signUpVerified()
    tool.enrollTOTP()
    tool.run("local", "clock", "+2h")
    tool.firstFactor()
    #expect(
      tool.run("confirm-code", "000000")
        == .init(
          5,
          errors: """
            error: that code is not right; 4 tries are left
              The server's clock is 120 minutes ahead: usher mfa code follows it, an app does not.
              set it back:  usher local clock reset

            """))
    #expect(
      tool.run("confirm-code", "000000", "--json").json?["error"]?["next_step"]?["argv"]?.array?.prefix(2)
        == ["usher", "confirm-code"])
  }

  @Test func noAnswerIsNoReasonToFail() throws {
    #expect(try hint(date: .failure(.connectionRefused)) == .string(Self.wait))
    #expect(try hint(date: .json("{}")) == .string(Self.wait))
  }

  /// Only a try without an answer may have used the code up.
  @Test(arguments: [
    TransportStub.Answer.json(#"{"error":{"message":"OPERATION_NOT_ALLOWED"}}"#, status: 400),
    .failure(.connectionRefused),
  ])
  func aTryThatUsedNothingUpIsForgotten(_ first: TransportStub.Answer) {
    tool.environment["USHER_ENDPOINT"] = "http://127.0.0.1:1"
    tool.network = TransportStub(
      .json(#"{"mfaPendingCredential":"c","mfaInfo":[{"mfaEnrollmentId":"f1","totpInfo":{}}]}"#), first,
      .json(#"{"error":{"message":"INVALID_CODE"}}"#, status: 400), .json("{}"))
    tool.firstFactor()
    tool.run("confirm-code", "123456", "--json")
    let outcome = tool.run("confirm-code", "123456", "--json")
    #expect(outcome.status == 5)
    #expect(outcome.json?["error"]?["hint"] == .string(Self.wait))
  }
}
