import Essentials
import IdentityToolkit
import Testing

@testable import UsherTool

struct EnvelopeTests {
  @Test func aResultStandsBeforeTheWarnings() {
    let envelope = Envelope(
      command: "mfa list", status: "ok", profile: "local", endpoint: "local", warnings: ["a notice"])
    let step = NextStepResult(argv: ["usher", "confirm-code"], needs: ["code"])
    #expect(
      envelope.object(around: step).text
        == #"{"v":1,"command":"mfa list","status":"ok","profile":"local","endpoint":"local","argv":["usher","confirm-code"],"needs":["code"],"warnings":["a notice"]}"#
    )
  }

  @Test func whatIsNotKnownIsNullAroundAResultThatLeavesItOut() {
    let envelope = Envelope(command: nil, status: "pending", profile: nil, endpoint: nil, warnings: [])
    #expect(
      envelope.object(around: StepResult(sent: true, pending: Nullable(nil))).text
        == #"{"v":1,"command":null,"status":"pending","profile":null,"endpoint":null,"sent":true,"pending":null,"warnings":[]}"#
    )
  }

  @Test func aFailureShowsAllOfItsMembers() {
    let envelope = Envelope(command: "token", status: "error", profile: nil, endpoint: nil, warnings: [])
    let failure = ErrorResult(
      error: .init(
        code: "auth/x", exit: 4, message: "no", retry: "never",
        nextStep: .init(argv: ["usher"], needs: ["code"])))
    #expect(
      envelope.object(around: failure).text
        == #"{"v":1,"command":"token","status":"error","profile":null,"endpoint":null,"error":{"code":"auth/x","exit":4,"message":"no","server_code":null,"retry":"never","retry_after":null,"tries_left":null,"hint":null,"next_step":{"argv":["usher"],"needs":["code"]}},"warnings":[]}"#
    )
  }
}
