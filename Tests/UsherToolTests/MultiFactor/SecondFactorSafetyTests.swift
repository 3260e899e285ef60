import CommandKit
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import UsherTool

/// What a server, another process or an option that was forgotten must not be able to do.
struct SecondFactorSafetyTests {
  let tool = ToolHarness()

  /// The outcome of a first factor at a server that has `factors`.
  private func firstFactor(_ factors: String) -> ToolHarness.Outcome {
    tool.environment["USHER_ENDPOINT"] = "http://127.0.0.1:1"
    tool.network = TransportStub(.json(#"{"mfaPendingCredential":"c","mfaInfo":[\#(factors)]}"#))
    return tool.firstFactor()
  }

  @Test(arguments: ["--code-command=touch x", "f1; touch x", "f 1", "-f", "f\n1", "'f'"])
  func noIDBecomesAnOptionOrACommand(_ id: String) throws {
    let text = JSONValue.string(id).text
    let outcome = firstFactor(
      #"{"mfaEnrollmentId":\#(text),"phoneInfo":"+1******3434"},{"mfaEnrollmentId":"f2","totpInfo":{}}"#)
    #expect(outcome.status == 3)
    #expect(
      outcome.json?["pending"]?["factors"]?.array?.compactMap { $0["id"]?.string } == ["f2"])
    #expect(outcome.json?["next_step"]?["argv"] == ["usher", "confirm-code", "--pending", "p1"])
  }

  @Test func wordsAreQuotedForTheShell() {
    #expect(
      ["usher", "a b", "it's", "$(x)", "", "+1-2_3.4/5"].shellLine
        == #"usher 'a b' 'it'\''s' '$(x)' '' +1-2_3.4/5"#)
  }

  @Test func aNameStaysInItsLine() {
    tool.environment["USHER_ENDPOINT"] = "http://127.0.0.1:1"
    tool.network = TransportStub(
      .json(
        #"{"mfaPendingCredential":"c","mfaInfo":[{"mfaEnrollmentId":"f1","displayName":"w\nerror: x","totpInfo":{}}]}"#
      ))
    let outcome = tool.run(
      "signin", "password", "--email", ToolHarness.email, "--password-stdin", input: ToolHarness.password)
    #expect(outcome.lines == [#"This account needs a second factor: authenticator app "w error: x"."#])
  }

  @Test func theOwnersTokenIsNotShownByASignIn() {
    tool.environment["USHER_OWNER_TOKEN"] = "secret"
    tool.environment["USHER_ENDPOINT"] = "http://192.0.2.1:9"
    tool.environment["USHER_API_KEY"] = "k"
    tool.environment["USHER_PROJECT"] = "demo-usher"
    let stub = TransportStub(
      .json(#"{"idToken":"\#(TokenFixture.phone())","refreshToken":"r","expiresIn":"3600"}"#),
      .json(#"{"users":[{"localId":"u1","email":"kim@example.com"}]}"#))
    tool.network = stub
    #expect(tool.firstFactor().status == 0)
    #expect(stub.requests.allSatisfy { $0.headers["Authorization"] == nil })
    #expect(stub.requests.count == 2)
  }

  @Test func aSpentCodeIsFollowedByAnother() {
    tool.signUpVerified()
    tool.enrollSMS(ToolHarness.number)
    tool.clock.advance(61)
    tool.firstFactor()
    tool.run("mfa", "challenge")
    let right = tool.code()
    let wrong = right == "000000" ? "000001" : "000000"
    for _ in 1...4 { tool.run("confirm-code", wrong) }
    let last = tool.run("confirm-code", wrong, "--json").json?["error"]?["next_step"]?["argv"]?.array
    #expect(last?.suffix(2) == ["--pending", "p3"])
    // The server holds the number up for half a minute; the step stays for what comes then.
    #expect(tool.run("mfa", "challenge").status == 7)
    tool.clock.advance(31)
    #expect(tool.run("mfa", "challenge", "--field", "sent").output == "true\n")
    #expect(tool.run("confirm-code", tool.code()).status == 0)
  }

  @Test func nothingIsStoredWhereNothingIsTo() throws {
    tool.signUpVerified()
    tool.enrollSMS()
    tool.firstFactor()
    let state = try tool.state
    #expect(tool.run("mfa", "challenge", "--no-store", "--code-command", "echo 111111").status == 5)
    #expect(try tool.state == state)
    let outcome = tool.firstFactor("--no-store", as: "other")
    #expect(outcome.status == 3)
    #expect(outcome.json?["next_step"] == .null)
  }

  @Test func whatCannotAnswerIsSaidBeforeThePasswordIsSent() {
    tool.environment["USHER_ENDPOINT"] = "http://127.0.0.1:1"
    let stub = TransportStub()
    tool.network = stub
    #expect(tool.firstFactor("--totp-secret-file", "x", "--code-file", "y").status == 64)
    #expect(tool.firstFactor("--totp-secret-file", tool.file("no secret!")).status == 65)
    #expect(stub.requests.isEmpty)
  }
}
