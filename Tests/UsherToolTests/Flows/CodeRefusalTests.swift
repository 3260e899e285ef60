import AuthServer
import Crypto
import Essentials
import Flows
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// Codes that the server refuses, and what becomes of the pending step.
struct CodeRefusalTests {
  let tool = ToolHarness()
  let binding = Binding(profile: "local", endpoint: "local", project: "demo-usher")

  /// A code that was not sent.
  private func wrongCode(for number: String = ToolHarness.number) -> String {
    tool.code(for: number) == "111111" ? "222222" : "111111"
  }

  private var pending: [PendingStep] {
    get throws { try tool.state.pending(in: binding) }
  }

  @Test func aWrongCodeKeepsTheStepAndCountsTheTriesLeft() throws {
    tool.run("verify-phone", ToolHarness.number)
    let wrong = wrongCode()
    let endings = ["4 tries are left", "3 tries are left", "2 tries are left", "1 try is left"]
    for ending in endings {
      #expect(
        tool.run("confirm-code", wrong)
          == .init(
            5,
            errors:
              "error: that code is not right; \(ending)\n  Check the latest message and try again.\n"))
    }
    #expect(try pending.map(\.wrongCodes) == [4])
    #expect(tool.run("confirm-code", tool.code()).status == 0)
    #expect(try pending.isEmpty)
  }

  @Test func aWrongCodeIsToldToScripts() {
    tool.run("verify-phone", ToolHarness.number)
    #expect(
      tool.run("confirm-code", wrongCode(), "--json")
        == .init(
          5,
          errors: """
            {"v":1,"command":"confirm-code","status":"error","profile":"local","endpoint":"local","error":\
            {"code":"auth/invalid-verification-code","exit":5,\
            "message":"that code is not right; 4 tries are left","server_code":"INVALID_CODE",\
            "retry":"new-input","retry_after":null,"tries_left":4,"hint":"check the latest message and try again",\
            "next_step":{"argv":["usher","confirm-code","--pending","p1"],"needs":["code"]}},"warnings":[]}

            """))
  }

  @Test func theSixthTryIsOneTooManyEvenWithTheRightCode() throws {
    tool.run("verify-phone", ToolHarness.number)
    let (code, wrong) = (tool.code(), wrongCode())
    for _ in 1...4 { tool.run("confirm-code", wrong) }
    #expect(
      tool.run("confirm-code", wrong)
        == .init(
          5,
          errors: """
            error: that code is not right; no tries are left
              wait 30 s, then get a new code:  usher verify-phone +16505550123 --resend

            """))
    let sixth = tool.run("confirm-code", code, "--json")
    #expect(sixth.status == 7)
    #expect(sixth.json?["error"]?["code"] == "auth/too-many-requests")
    #expect(sixth.json?["error"]?["retry_after"] == 30)
    #expect(
      sixth.json?["error"]?["next_step"] == [
        "argv": ["usher", "verify-phone", .string(ToolHarness.number)], "needs": [],
      ])
    #expect(try pending.isEmpty)
    #expect(tool.run("confirm-code", code).status == 64)
    #expect(tool.run("whoami").status == 4)
  }

  /// A server with an address counts for itself, and says when it takes no more.
  @Test func aServerThatTakesNoMoreCodesEndsTheConversation() throws {
    tool.network = ServedTransport(
      server: IdentityToolkitServer(
        store: try Store(at: .memory), project: "demo-usher", policy: .emulator,
        clock: { [clock = tool.clock] in clock.now }, random: SecureRandom.bytes, pause: { _ in },
        version: "0"))
    tool.environment["USHER_ENDPOINT"] = "http://127.0.0.1:9099"
    let terminal = ScriptedTerminal(answers: Array(repeating: .wrongCode, count: 5))
    #expect(
      tool.run("verify-phone", ToolHarness.number, terminal: terminal)
        == .init(
          5,
          errors: """
            error: that code is not right; no tries are left
              wait 30 s, then get a new code:  usher verify-phone +16505550123 --resend

            """))
  }

  @Test func aNumberHeldUpForAnotherCodeKeepsTheStep() throws {
    tool.run("verify-phone", ToolHarness.number, "--as", "thief")
    let wrong = wrongCode()
    tool.clock.advance(60)
    tool.run("verify-phone", ToolHarness.number)
    for _ in 1...5 { tool.run("confirm-code", wrong, "--as", "thief") }
    #expect(tool.run("confirm-code", tool.code(), "--as", "default").status == 7)
    #expect(try pending.map(\.session).contains("default"))
    tool.clock.advance(30)
    #expect(tool.run("confirm-code", tool.code(), "--as", "default").status == 0)
  }

  @Test func aCodeExpiresAfterTenMinutes() throws {
    tool.run("verify-phone", ToolHarness.number)
    let code = tool.code()
    tool.clock.advance(601)
    for _ in 1...2 {
      let outcome = tool.run("confirm-code", code, "--json")
      #expect(outcome.status == 6)
      #expect(outcome.json?["error"]?["code"] == "auth/code-expired")
    }
    // Nothing ends it but the clock, which may be wrong.
    #expect(try pending.count == 1)
  }

  @Test func anExpiredStepNamesTheWholeCommandThatLeadsOn() {
    tool.run("verify-phone", ToolHarness.number)
    tool.clock.advance(601)
    #expect(
      tool.run("confirm-code", "123456", "--json").json?["error"]?["next_step"]
        == ["argv": ["usher", "verify-phone", .string(ToolHarness.number)], "needs": []])
  }

  @Test func theHintOfAStepThatIsGoneCanBeFollowed() {
    tool.run("verify-phone", ToolHarness.number)
    let wrong = wrongCode()
    for _ in 1...5 { tool.run("confirm-code", wrong) }
    #expect(tool.run("confirm-code", wrong).errors.contains("usher verify-phone +16505550123"))
  }

  @Test func theServersExpiryCountsToo() throws {
    let id = tool.run("verify-phone", ToolHarness.number, "--field", "pending.verification_id").lines[0]
    let code = tool.code()
    tool.clock.advance(601)
    let outcome = tool.run("confirm-code", "--verification-id", id, code, "--json")
    #expect(outcome.status == 6)
    #expect(outcome.json?["error"]?["server_code"] == "SESSION_EXPIRED")
  }

  @Test func aCodeIsGoodOnce() throws {
    let id = tool.run("verify-phone", ToolHarness.number, "--field", "pending.verification_id").lines[0]
    let code = tool.code()
    #expect(tool.run("confirm-code", code).status == 0)
    let state = try tool.state
    let again = tool.run("confirm-code", "--verification-id", id, code, "--json")
    #expect(again.status == 6)
    #expect(again.json?["error"]?["server_code"] == "INVALID_SESSION_INFO")
    #expect(try tool.state == state)
  }

  @Test func aCodeIsGoodForItsOwnVerificationOnly() {
    tool.run("verify-phone", "+16505550121", "--as", "a")
    tool.run("verify-phone", "+16505550122", "--as", "b")
    let (a, b) = (tool.code(for: "+16505550121"), tool.code(for: "+16505550122"))
    if a != b { #expect(tool.run("confirm-code", a, "--as", "b").status == 5) }
    #expect(tool.run("confirm-code", b, "--as", "b", "--field", "account.phone").output == "+16505550122\n")
    #expect(tool.run("confirm-code", a, "--as", "a", "--field", "account.phone").output == "+16505550121\n")
  }
}

extension CodeRefusalTests {
  @Test func theNextStepOfAReauthenticationIsOneToo() {
    tool.signIn()
    tool.run("verify-phone", "--reauth")
    let tryAgain = tool.run("confirm-code", wrongCode(), "--json").json?["error"]?["next_step"]
    #expect(tryAgain == ["argv": ["usher", "confirm-code", "--pending", "p2"], "needs": ["code"]])
    for _ in 2...4 { tool.run("confirm-code", wrongCode()) }
    let resend = tool.run("confirm-code", wrongCode(), "--json").json?["error"]?["next_step"]
    #expect(
      resend == ["argv": ["usher", "verify-phone", "--reauth", "+16505550123", "--resend"], "needs": []])
    tool.clock.advance(601)
    let sendAnew = tool.run("confirm-code", "123456", "--json").json?["error"]?["next_step"]
    #expect(
      sendAnew == ["argv": ["usher", "verify-phone", "--reauth", .string(ToolHarness.number)], "needs": []])
  }

  @Test func aCodeWithoutTriesLeftIsNotSaidToStand() {
    tool.run("verify-phone", ToolHarness.number)
    let wrong = wrongCode()
    for _ in 1...5 { tool.run("confirm-code", wrong) }
    // The server holds the number up for half a minute; the client does not for the rest of its minute.
    let held = tool.run("verify-phone", ToolHarness.number)
    #expect(held.status == 7)
    #expect(
      held.errors.hasPrefix("error: too many attempts; try again in 30 s\n  "))
    tool.clock.advance(30)
    #expect(tool.run("verify-phone", "--resend", "--field", "sent") == .init(0, output: "true\n"))
    #expect(tool.run("confirm-code", tool.code()).status == 0)
  }

  @Test func aHeldUpNumberIsToldWithTheWayToUseItsCode() {
    tool.run("verify-phone", ToolHarness.number, "--as", "thief")
    let wrong = wrongCode()
    tool.clock.advance(60)
    tool.run("verify-phone", ToolHarness.number)
    for _ in 1...5 { tool.run("confirm-code", wrong, "--as", "thief") }
    #expect(
      tool.run("confirm-code", "--as", "default", tool.code())
        == .init(
          7,
          errors: """
            error: too many attempts; try again in 30 s
              the code is still valid: wait, then use it:
                usher confirm-code --pending p2 --as default

            """))
  }

  @Test func hintsNameTheSessionAndTheEndpoint() {
    let words = ["--as", "alice", "--endpoint", "local", "--project", "demo-other"]
    let place = " --as alice --endpoint local --project demo-other"
    #expect(
      tool.run(["confirm-code", "123456"] + words).errors.hasSuffix(
        "  start:  usher verify-phone\(place)\n"))
    #expect(
      tool.run(["account", "delete", "--yes"] + words).errors.hasSuffix(
        "  sign in:  usher signin\(place)\n"))
    tool.run(["verify-phone", ToolHarness.number] + words)
    #expect(
      tool.run(["verify-phone", "--resend"] + words).errors.hasSuffix(
        "or wait for another:\n    usher verify-phone +16505550123 --resend --wait-resend\(place)\n"))
  }

  @Test func aVerificationThatIsNotKeptIsBegunAnew() {
    #expect(
      tool.run("confirm-code", "--verification-id", "unknown", "123456")
        == .init(
          6,
          errors: """
            error: this code was already used, or the server does not know it
              get a new code:  usher verify-phone

            """))
  }
}
