import Crypto
import LibC
import TestSupport
import Testing

/// The system gives no random bytes: nothing is guessed, and nothing begins.
@Suite struct RandomSourceTests {
  private let tool = ToolHarness()

  @Test(arguments: [
    ["signin", "anonymous"], ["verify-phone", "+16505550123"], ["send-link", "kim@example.com"],
    ["signin", "custom-token", "--uid", "kim"],
    ["signup", "--email", "kim@example.com", "--password-stdin"],
  ])
  func aCommandThatNeedsItSaysSo(words: [String]) throws {
    tool.random = { _ throws(CryptoError) in throw .noRandomBytes(errno: ENOSYS) }
    let before = try tool.state
    let outcome = tool.run(words, input: ToolHarness.password)
    #expect(outcome.status == 74)
    #expect(
      outcome.errors.contains(
        "error: cannot use the system's source of random bytes (Function not implemented)\n"))
    #expect(try tool.state == before)
    #expect(tool.sentMessages == 0)
  }
}
