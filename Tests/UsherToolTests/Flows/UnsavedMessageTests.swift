import Essentials
import IdentityToolkit
import LibC
import TestSupport
import Testing
import UsherTool

/// A message was sent, and what its code or link finishes could not be saved.
struct UnsavedMessageTests {
  let tool = ToolHarness()
  private let number = ToolHarness.number

  /// Runs a command while a folder stands where the state is written first.
  private func runUnsaved(_ words: String...) -> ToolHarness.Outcome {
    let taken = tool.folder.path(of: "config/state.json.tmp")
    mkdir(taken, 0o700)
    defer { rmdir(taken) }
    return tool.run(words)
  }

  private var cause: String { "cannot write \(tool.folder.path(of: "config/state.json")) (File exists)" }

  @Test func aCodeIsFinishedByItsVerificationID() {
    tool.run("profile", "list")
    let outcome = runUnsaved("verify-phone", number, "--json")
    #expect(
      outcome.json?["error"]?["message"]
        == .string("the code was sent, but the next step could not be saved: \(cause)"))
    let next = (outcome.json?["error"]?["next_step"]?["argv"]?.array ?? []).compactMap(\.string)
    #expect(next.prefix(3) == ["usher", "confirm-code", "--verification-id"])
    #expect(tool.run(Array(next.dropFirst()) + [tool.code()]).status == 0)
  }

  @Test func aCodeForAnAccountIsAskedForAgain() {
    tool.signIn()
    tool.clock.advance(60)
    #expect(
      runUnsaved("verify-phone", "--update", "+16505550199")
        == .init(
          73,
          errors: """
            error: the code was sent, but the next step could not be saved: \(cause)
              Solve this problem, then ask for another code.

            """))
  }

  @Test func aLinkIsCompletedByItsAddress() {
    #expect(
      runUnsaved("send-link", ToolHarness.email)
        == .init(
          73,
          errors: """
            error: the mail was sent, but the address could not be saved: \(cause)
              complete it:  usher complete-link --email kim@example.com

            """))
  }
}
