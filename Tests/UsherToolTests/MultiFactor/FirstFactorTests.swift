import IdentityToolkit
import TestSupport
import Testing

/// What comes before a second factor.
struct FirstFactorTests {
  let tool = ToolHarness()

  @Test func aNumberThatASecondFactorHasToFollowGoesOn() {
    tool.environment["USHER_ENDPOINT"] = "http://127.0.0.1:1"
    let server = TransportStub(
      .json(#"{"sessionInfo":"s1"}"#),
      .json(#"{"mfaPendingCredential":"c","mfaInfo":[{"mfaEnrollmentId":"f2","totpInfo":{}}]}"#),
      .json(#"{"idToken":"\#(TokenFixture.phone())","refreshToken":"r"}"#),
      .json(#"{"users":[{"localId":"u1","phoneNumber":"\#(ToolHarness.number)"}]}"#))
    tool.network = server
    tool.run("verify-phone", ToolHarness.number)
    let first = tool.run("confirm-code", "654321", "--json")
    #expect(first.status == 3)
    #expect(first.json?["pending"]?["kind"] == "mfa-signin")
    #expect(first.json?["next_step"]?["argv"] == ["usher", "confirm-code", "--pending", "p2"])
    #expect(tool.run("pending", "list", "--field", "pending.0.id").output == "p2\n")
    let second = tool.run("confirm-code", "123456", "--json")
    #expect(second.status == 0)
    #expect(second.json?["account"]?["phone"] == .string(ToolHarness.number))
    #expect(tool.run("pending", "list").output == "")
    #expect(server.unused == 0)
  }
}
