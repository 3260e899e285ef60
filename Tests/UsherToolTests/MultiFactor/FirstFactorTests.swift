import Essentials
import IdentityToolkit
import TestSupport
import Testing

/// What comes before a second factor, and what of it is told when the second one is done.
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
  }

  @Test func whatTheProviderSaidIsToldByTheOtherProcessThatFinishes() {
    tool.signUpVerified()
    tool.enrollTOTP()
    tool.clock.advance(30)
    let identity = #"{"sub":"g1","email":"kim@example.com","email_verified":true,"name":"Kim Lee"}"#
    let words = ["idp", "google.com", "--id-token-file", tool.identity(identity), "--json"]
    for command in ["signin", "reauth"] {
      #expect(tool.run([command] + words).status == 3)
      let done = tool.run("confirm-code", tool.totpCode(), "--json")
      #expect(done.status == 0)
      #expect(done.json?["profile_at_provider"]?["id"] == "g1", "\(command)")
      #expect(done.json?["created"] == (command == "signin" ? false : nil))
      #expect(done.json?["session"]?["second_factor"] == "totp")
      tool.clock.advance(30)
    }
  }
}
